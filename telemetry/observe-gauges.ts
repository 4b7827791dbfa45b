import type { Attributes, Meter } from '@opentelemetry/api';

export type Gauge = readonly [name: string, unit: string, description: string];

/** Registers gauges filled by a single `read` per scrape. A scrape omits gauges that `read` did not observe. */
export function observeGauges<Key extends string>(
  meter: Meter,
  gauges: Record<Key, Gauge>,
  read: (observe: (key: NoInfer<Key>, value: number, attributes?: Attributes) => void) => Promise<void> | void,
): void {
  const instruments = new Map(
    Object.entries<Gauge>(gauges).map(([key, [name, unit, description]]) => [
      key,
      meter.createObservableGauge(name, { unit, description }),
    ]),
  );
  meter.addBatchObservableCallback(
    async (result) => {
      await read((key, value, attributes) => {
        const gauge = instruments.get(key);
        if (gauge) result.observe(gauge, value, attributes);
      });
    },
    [...instruments.values()],
  );
}
