import type { Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Logger } from './logger.ts';
import { observeProcess } from './process-metrics.ts';

/** Prometheus text format, https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Metrics = {
  /** Creates the instruments of this process. */
  meter: Meter;
  /** Collects all instruments as Prometheus text; those that fail are logged and left out. */
  read: () => Promise<string>;
  close: () => Promise<void>;
};

/** Creates a process's metrics. Nothing is registered globally, so a process can have several. */
export function createMetrics({ service, logger }: { service: string; logger: Logger }): Metrics {
  // We serve the text ourselves, behind our own access check.
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const provider = new MeterProvider({ readers: [reader] });
  const meter = provider.getMeter(`foreword.${service}`);
  const stopObserving = observeProcess(meter);
  return {
    meter,
    read: async () => {
      const { resourceMetrics, errors } = await reader.collect();
      for (const error of errors) logger.warn({ err: error }, 'failed to read an instrument');
      return serializer.serialize(resourceMetrics);
    },
    close: async () => {
      stopObserving();
      await provider.shutdown();
    },
  };
}
