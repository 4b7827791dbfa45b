import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import { observeGauges } from './observe-gauges.ts';

const NANOSECONDS_PER_SECOND = 1e9;
const MICROSECONDS_PER_SECOND = 1e6;

/**
 * Measures memory, CPU time, uptime and the event loop. Metric names follow OpenTelemetry's conventions
 * (https://opentelemetry.io/docs/specs/semconv/runtime/nodejs-metrics/).
 *
 * @returns a function that stops measuring
 */
export function observeProcess(meter: Meter): () => void {
  meter
    .createObservableGauge('process.memory.usage', { unit: 'By', description: 'Physical memory in use' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableGauge('v8js.memory.heap.used', { unit: 'By', description: 'Heap in use' })
    .addCallback((result) => result.observe(process.memoryUsage().heapUsed));
  meter
    .createObservableCounter('process.cpu.time', { unit: 's', description: 'CPU time used' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / MICROSECONDS_PER_SECOND, { 'cpu.mode': 'user' });
      result.observe(system / MICROSECONDS_PER_SECOND, { 'cpu.mode': 'system' });
    });
  meter
    .createObservableGauge('process.uptime', { unit: 's', description: 'Time since the process started' })
    .addCallback((result) => result.observe(process.uptime()));
  meter
    .createObservableGauge('nodejs.eventloop.utilization', {
      unit: '1',
      description: 'Share of time the event loop was busy',
    })
    .addCallback((result) => result.observe(performance.eventLoopUtilization().utilization));
  return observeEventLoopDelay(meter);
}

/**
 * Measures the delay since the last scrape: resets it each time, so that one bad minute does not skew the rest of the
 * day. Returns a function that stops measuring.
 */
function observeEventLoopDelay(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const gauges = {
    p99: ['nodejs.eventloop.delay.p99', 's', 'Event loop delay, 99th percentile'],
    max: ['nodejs.eventloop.delay.max', 's', 'Event loop delay, maximum'],
  } as const;
  observeGauges(meter, gauges, (observe) => {
    observe('p99', delay.percentile(99) / NANOSECONDS_PER_SECOND);
    observe('max', delay.max / NANOSECONDS_PER_SECOND);
    delay.reset();
  });
  return () => {
    delay.disable();
  };
}
