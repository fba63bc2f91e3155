/**
 * A button, and a link that looks like one.
 *
 * 1. Who lacks the right that it `needs` finds it, cannot press it, and is told why.
 * 2. What is under way says so and is not pressed twice.
 */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { usePermission } from '../app/session-context.ts';
import type { Right } from '../app/who.ts';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Hidden } from './hidden.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly size?: 'small' | 'normal';
  readonly icon?: IconName;
  /** Rule 1. */
  readonly needs?: Right;
  /** Rule 2. */
  readonly isBusy?: boolean;
  /** The icon alone is shown; `children` is its name. */
  readonly isIconOnly?: boolean;
  readonly children: ReactNode;
}

export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  needs,
  isBusy = false,
  isIconOnly = false,
  children,
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) {
  const why = usePermission(needs);
  const id = useId();
  const isOff = disabled || isBusy || why !== null;
  return (
    <button
      type="button"
      title={why ?? (isIconOnly && typeof children === 'string' ? children : undefined)}
      {...rest}
      className={classes(styles.button, styles[kind], size === 'small' && styles.small, isIconOnly && styles.iconOnly)}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={why === null ? rest['aria-describedby'] : id}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {isIconOnly ? <Hidden>{children}</Hidden> : <span>{children}</span>}
      {why !== null && <Hidden id={id}>{why}</Hidden>}
    </button>
  );
}
