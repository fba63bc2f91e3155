/**
 * A number in which the three digits stand out that choose what it does.
 */
import { numberParts } from '../../phone/number-text.ts';
import styles from './number.module.css';

export function NumberText({ number }: { readonly number: string }) {
  const { start, ending } = numberParts(number);
  return (
    <span className={styles.number}>
      {start}
      {start.startsWith('+') ? ' ' : ''}
      <strong>{ending}</strong>
    </span>
  );
}
