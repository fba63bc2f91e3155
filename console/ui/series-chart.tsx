/**
 * Figures over time, as lines. uPlot draws it, and is loaded when there is something to draw. Who does not see it has the
 * same figures in a table.
 */
import { useEffect, useRef } from 'react';
import { amountText } from './figures.ts';
import styles from './series-chart.module.css';
import { axisText, dayText, localText, saysDays } from './time-text.ts';

export interface Series {
  readonly label: string;
  readonly values: ReadonlyArray<number | null>;
  /** A token of the colour: --accent, --good, --bad, --warn. */
  readonly color?: string;
}

export interface SeriesChartProps {
  readonly label: string;
  /** In ms, ascending; as many as each series has values. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly height?: number;
  /** Each time is a whole day, of UTC, and no instant in the zone of the reader. */
  readonly areDays?: boolean;
}

export function SeriesChart({ label, times, series, height = 200, areDays = false }: SeriesChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([times, series, height, areDays]);
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const [drawnTimes, drawn, drawnHeight, areDrawnDays] = JSON.parse(key) as [number[], Series[], number, boolean];
    return draw(target, { times: drawnTimes, series: drawn, height: drawnHeight, areDays: areDrawnDays });
  }, [key]);
  return (
    <figure className={styles.chart}>
      <div ref={place} role="img" aria-label={label} style={{ minHeight: height }} />
      <details>
        <summary>{label}: the figures</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{areDays ? 'Day' : 'Time'}</th>
              {series.map(({ label: name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, at) => (
              <tr key={time}>
                <td>{areDays ? dayText(time) : localText(time, times.at(-1) ?? time)}</td>
                {series.map(({ label: name, values }) => (
                  <td key={name}>{valueText(values[at])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function valueText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : amountText(value);
}

/** A value in the legend: nothing while nobody points at the chart. */
function pointed(words: (value: number) => string) {
  return (_: unknown, value: number | null, __: number, at: number | null): string => {
    if (at === null) return '';
    return value === null ? '–' : words(value);
  };
}

/** Where next to nothing happened a line at the foot says so. */
const LEAST_TOP = 4;
const ROOM_ABOVE = 1.1;

const DAY_SECONDS = 86_400;
/** An axis that says days has no two marks in one of them. */
const DAY_STEPS = [1, 2, 3, 4, 5, 7, 10, 15, 30, 60, 90].map((days) => days * DAY_SECONDS);

type Drawn = Required<Pick<SeriesChartProps, 'times' | 'series' | 'height' | 'areDays'>>;

/** Draws again when the width or the colours change; returns what ends it. */
function draw(target: HTMLElement, { times, series, height, areDays }: Drawn): () => void {
  let end = () => {};
  let hasEnded = false;
  void import('uplot').then(({ default: Plot }) => {
    if (hasEnded) return;
    let plot: InstanceType<typeof Plot> | null = null;
    const days = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (DAY_SECONDS * 1_000);
    const zone = areDays ? 'UTC' : undefined;
    const atText = (time: number) => (areDays ? dayText(time) : localText(time, Date.now()));
    const again = () => {
      plot?.destroy();
      const style = getComputedStyle(document.documentElement);
      const probe = (name: string) => colorOf(target, style.getPropertyValue(name) ? name : '--accent');
      const axis = {
        stroke: probe('--text-muted'),
        grid: { stroke: probe('--line'), width: 1 },
        ticks: { show: false },
      };
      plot = new Plot(
        {
          width: Math.max(200, target.clientWidth),
          height,
          series: [
            { label: 'At', value: pointed((time) => atText(time * 1_000)) },
            ...series.map(({ label, color = '--accent' }) => ({
              label,
              stroke: probe(color),
              value: pointed(amountText),
              width: 1.5,
              points: { show: false },
            })),
          ],
          axes: [
            {
              ...axis,
              size: 30,
              values: (_, ticks) => ticks.map((tick) => axisText(tick * 1_000, days, zone)),
              ...(saysDays(days) ? { incrs: DAY_STEPS } : {}),
            },
            { ...axis, size: 48 },
          ],
          scales: { y: { range: (_, __, most) => [0, Math.max(LEAST_TOP, most * ROOM_ABOVE)] } },
          legend: { show: series.length > 1 },
          cursor: { y: false },
          ...(areDays ? { tzDate: (time: number) => Plot.tzDate(new Date(time * 1_000), 'Etc/UTC') } : {}),
        },
        [times.map((time) => time / 1_000), ...series.map(({ values }) => [...values])],
        target,
      );
    };
    const sizes = new ResizeObserver(again);
    sizes.observe(target);
    const themes = new MutationObserver(again);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', again);
    end = () => {
      sizes.disconnect();
      themes.disconnect();
      system.removeEventListener('change', again);
      plot?.destroy();
    };
  });
  return () => {
    hasEnded = true;
    end();
  };
}

/** What the browser makes of a token, light or dark: a canvas knows no tokens. */
function colorOf(target: HTMLElement, token: string): string {
  const before = target.style.color;
  target.style.color = `var(${token})`;
  const { color } = getComputedStyle(target);
  target.style.color = before;
  return color;
}
