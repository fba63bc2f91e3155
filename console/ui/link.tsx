/**
 * A link within the console, by the path that stands in the address: `/messages/0190…`, with `search` for filters.
 */
import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'style'> {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>>;
  readonly children: ReactNode;
}

export function Link({ to, search, ...rest }: LinkProps) {
  return (
    <RouterLink
      {...rest}
      to={to}
      search={(search ?? {}) as never}
      // With filters it is where one is only where these are set.
      activeOptions={{ exact: false, includeSearch: search !== undefined }}
    />
  );
}
