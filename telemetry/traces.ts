import { randomBytes, randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** Added to every log line in scope, for example the id of the workflow an activity runs for. Ids only. */
export type LogFields = Record<string, string | number>;

const LOG_FIELDS = createContextKey('foreword.log-fields');
const tracer = () => trace.getTracer('foreword');

// Trace contexts are propagated even when no traces are exported: the trace id ties log lines together.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/**
 * Exports traces to an OpenTelemetry collector; without an endpoint, nothing is recorded.
 *
 * @param endpoint Base URL of OTLP over HTTP, such as http://collector:4318
 * @returns a function that flushes and stops the exporter
 */
export function startTracing({ service, endpoint }: { service: string; endpoint: string | null }): () => Promise<void> {
  if (endpoint === null) return async () => {};
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `foreword-${service}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  return async () => {
    trace.disable();
    await provider.shutdown();
  };
}

/** Returns a trace context whose trace id is the request id, so that one id finds a request in both logs and traces. */
export function traceContextOfRequest(requestId: string): Context {
  const parent = { traceId: requestId.replaceAll('-', ''), spanId: newSpanId(), traceFlags: TraceFlags.SAMPLED };
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/**
 * Returns the trace context a message was sent in, or a new one if it has none.
 * @param traceparent https://www.w3.org/TR/trace-context/
 */
export function traceContextFrom(traceparent: string | null): Context {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return traceContextOfRequest(randomUUID());
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

/** Returns the `traceparent` to send along, or null outside any trace. */
export function currentTraceparent(): string | null {
  const current = trace.getSpanContext(context.active());
  return current ? `00-${current.traceId}-${current.spanId}-01` : null;
}

type Step = { name: string; kind: keyof typeof SpanKind; attributes?: Attributes; logFields?: LogFields };

/** Runs `work` in a span. A failure records only the error's name: messages may quote a vendor. */
export async function inSpan<T>(parent: Context, step: Step, work: (span: Span) => Promise<T>): Promise<T> {
  const within = step.logFields ? parent.setValue(LOG_FIELDS, step.logFields) : parent;
  const options = { kind: SpanKind[step.kind], attributes: step.attributes ?? {} };
  return await tracer().startActiveSpan(step.name, options, within, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Wraps a vendor's adapter so that each call within a span gets its own span, such as `google.listEvents`. */
export function traceVendor<T extends object>(vendor: string, adapter: T): T {
  return new Proxy(adapter, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return (...args: unknown[]) => {
        const call = (): unknown => Reflect.apply(member, target, args);
        if (trace.getSpan(context.active()) === undefined) return call();
        const span = tracer().startSpan(`${vendor}.${name}`, {
          kind: SpanKind.CLIENT,
          attributes: { 'peer.service': vendor },
        });
        return endWith(span, () => context.with(trace.setSpan(context.active(), span), call));
      };
    },
  });
}

/** Ends the span when the call returns or, for a promise, settles. */
function endWith(span: Span, call: () => unknown): unknown {
  const fail = (error: unknown) => {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    span.end();
    throw error;
  };
  try {
    const answer = call();
    if (!(answer instanceof Promise)) {
      span.end();
      return answer;
    }
    return answer.then((value: unknown) => {
      span.end();
      return value;
    }, fail);
  } catch (error) {
    return fail(error);
  }
}

/** Returns the trace id and the fields to add to a log line. */
export function activeLogFields(): LogFields {
  const active = context.active();
  const fields = active.getValue(LOG_FIELDS);
  const traceId = trace.getSpanContext(active)?.traceId;
  return { ...(isLogFields(fields) && fields), ...(traceId !== undefined && { traceId }) };
}

function isLogFields(value: unknown): value is LogFields {
  return typeof value === 'object' && value !== null;
}

const newSpanId = () => randomBytes(8).toString('hex');
