import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';

const NANOSECONDS_PER_SECOND = 1e9;
const MICROSECONDS_PER_SECOND = 1e6;

/**
 * Memory, processor time and how long the event loop keeps work waiting, named by OpenTelemetry's conventions
 * (https://opentelemetry.io/docs/specs/semconv/runtime/nodejs-metrics/).
 *
 * @returns what ends the measuring
 */
export function observeProcess(meter: Meter): () => void {
  meter
    .createObservableGauge('process.memory.usage', { unit: 'By', description: 'Physical memory in use' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableGauge('v8js.memory.heap.used', { unit: 'By', description: 'Heap in use' })
    .addCallback((result) => result.observe(process.memoryUsage().heapUsed));
  meter
    .createObservableCounter('process.cpu.time', { unit: 's', description: 'Processor time used' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / MICROSECONDS_PER_SECOND, { 'cpu.mode': 'user' });
      result.observe(system / MICROSECONDS_PER_SECOND, { 'cpu.mode': 'system' });
    });
  meter
    .createObservableGauge('process.uptime', { unit: 's', description: 'Since the process began' })
    .addCallback((result) => result.observe(process.uptime()));
  meter
    .createObservableGauge('nodejs.eventloop.utilization', {
      unit: '1',
      description: 'Share of time the loop was busy',
    })
    .addCallback((result) => result.observe(performance.eventLoopUtilization().utilization));
  return observeEventLoopDelay(meter);
}

/** Since the last reading: each begins anew, so that one bad minute does not colour the rest of the day. */
function observeEventLoopDelay(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const gauge = (name: string, description: string) =>
    meter.createObservableGauge(`nodejs.eventloop.delay.${name}`, { unit: 's', description });
  const p99 = gauge('p99', 'How late the loop came to a timer, 99th percentile');
  const max = gauge('max', 'How late the loop came to a timer at worst');
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(p99, delay.percentile(99) / NANOSECONDS_PER_SECOND);
      result.observe(max, delay.max / NANOSECONDS_PER_SECOND);
      delay.reset();
    },
    [p99, max],
  );
  return () => {
    delay.disable();
  };
}
