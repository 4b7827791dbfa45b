import type { Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Logger } from './logger.ts';
import { observeProcess } from './process-metrics.ts';

/** What Prometheus asks for, https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Metrics = {
  /** For the instruments of this process. */
  meter: Meter;
  /** Asks every instrument, and writes what they say as Prometheus text. One that cannot answer is logged and left out. */
  read: () => Promise<string>;
  close: () => Promise<void>;
};

/** The figures of one process. Nothing is registered globally, so several live side by side in one. */
export function createMetrics({ service, logger }: { service: string; logger: Logger }): Metrics {
  // The product serves the text itself, under its own rules of who may read it.
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const provider = new MeterProvider({ readers: [reader] });
  const meter = provider.getMeter(`foreword.${service}`);
  const stopObserving = observeProcess(meter);
  return {
    meter,
    read: async () => {
      const { resourceMetrics, errors } = await reader.collect();
      for (const error of errors) logger.warn({ err: error }, 'an instrument could not be read');
      return serializer.serialize(resourceMetrics);
    },
    close: async () => {
      stopObserving();
      await provider.shutdown();
    },
  };
}
