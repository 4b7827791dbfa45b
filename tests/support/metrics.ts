/** Returns a metric's largest value among the lines with this label in Prometheus' text format; null if absent. */
export function readMetric(text: string, name: string, label = ''): number | null {
  const lines = text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)`, 'gm'));
  const values = [...lines].filter(([line]) => line.includes(label)).map(([, , value]) => Number(value));
  return values.length === 0 ? null : Math.max(...values);
}
