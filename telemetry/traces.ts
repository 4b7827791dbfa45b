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

/** What every line of the log carries while it lasts, such as the workflow an activity works for. Ids only. */
export type LogFields = Record<string, string | number>;

const LOG_FIELDS = createContextKey('foreword.log-fields');
const tracer = () => trace.getTracer('foreword');

// Trails are kept whether or not traces are sent anywhere: the log joins its lines by them.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/**
 * Sends traces to an OpenTelemetry collector. With no address nothing is recorded or sent.
 *
 * @param endpoint the base address of OTLP over HTTP, such as http://collector:4318
 * @returns what sends the rest and ends it
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

/** The trail of a request is its id: one number finds the request in the log, and all that followed from it in the traces. */
export function trailOfRequest(requestId: string): Context {
  const parent = { traceId: requestId.replaceAll('-', ''), spanId: newSpanId(), traceFlags: TraceFlags.SAMPLED };
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/** Where a message came from; a new trail where it came from nowhere. @param traceparent https://www.w3.org/TR/trace-context/ */
export function trailOf(traceparent: string | null): Context {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return trailOfRequest(randomUUID());
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

/** What to send along, so that the receiver goes on with this trail; null where none is being followed. */
export function currentTraceparent(): string | null {
  const current = trace.getSpanContext(context.active());
  return current ? `00-${current.traceId}-${current.spanId}-01` : null;
}

type Step = { name: string; kind: keyof typeof SpanKind; attributes?: Attributes; logFields?: LogFields };

/** Does a piece of work as a span of the trail. A failure marks the span with its name alone: messages may quote what a vendor said. */
export async function follow<T>(trail: Context, step: Step, work: (span: Span) => Promise<T>): Promise<T> {
  const within = step.logFields ? trail.setValue(LOG_FIELDS, step.logFields) : trail;
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

/** A vendor's adapter whose calls are spans, named `google.listEvents` and the like. */
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

/** What is no promise ends at once; the answer is passed on as it is. */
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

/** What a line of the log gets beside its own words. */
export function logFieldsOfTrail(): LogFields {
  const active = context.active();
  const fields = active.getValue(LOG_FIELDS);
  const traceId = trace.getSpanContext(active)?.traceId;
  return { ...(isLogFields(fields) && fields), ...(traceId !== undefined && { traceId }) };
}

function isLogFields(value: unknown): value is LogFields {
  return typeof value === 'object' && value !== null;
}

const newSpanId = () => randomBytes(8).toString('hex');
