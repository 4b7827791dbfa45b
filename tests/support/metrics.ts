/** Returns the largest value of a metric in Prometheus' text format, among the lines with this label. Null if it is absent. */
export function readMetric(text: string, name: string, label = ''): number | null {
  const lines = text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)`, 'gm'));
  const values = [...lines].filter(([line]) => line.includes(label)).map(([, , value]) => Number(value));
  return values.length === 0 ? null : Math.max(...values);
}
