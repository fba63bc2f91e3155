/**
 * A text as a QR code, drawn here: what stands in it goes nowhere.
 */
import styles from './qr-code.module.css';
import { qrModules } from './qr-modules.ts';

/** Modules of light around it (5.3.8). */
const QUIET = 4;

export function QrCode({ label, text }: { readonly label: string; readonly text: string }) {
  const rows = qrModules(text);
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
