/**
 * A line as large as a word: how a figure went. The words of `label` say what it shows to who does not see it.
 */
import { linePath } from './line-path.ts';
import styles from './sparkline.module.css';

export interface SparklineProps {
  readonly label: string;
  readonly values: ReadonlyArray<number | null>;
  readonly isFromLowest?: boolean;
}

const BOX = { width: 96, height: 22 };

export function Sparkline({ label, values, isFromLowest = false }: SparklineProps) {
  return (
    <svg className={styles.line} role="img" aria-label={label} viewBox="0 -2 96 26" width={BOX.width} height={26}>
      <path d={linePath(values, BOX, isFromLowest)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
