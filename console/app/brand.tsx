/**
 * The name of the product, with its sign.
 */
import styles from './brand.module.css';

export function Brand() {
  return (
    <span className={styles.brand}>
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="7" className={styles.ground} />
        <path d="M7 11h18M16 11v12" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
      </svg>
      Trunkline
    </span>
  );
}
