/** By file of deploy/monitoring/dashboards. */
export function dashboards(): ReadonlyArray<{ readonly file: string; readonly text: string }>;
