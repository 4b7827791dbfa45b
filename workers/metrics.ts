import type { Meter } from '@opentelemetry/api';
import type { ModelBudget, ModelUsage, ResearchModel } from '#providers/research/provider.ts';

/** Research takes minutes, a database step milliseconds. */
const DURATION_BUCKETS_S = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
/** Readers notice lateness in minutes, not seconds. */
const LATENESS_BUCKETS_S = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600];
/** A briefing later than this counts towards the alert BriefingsLate. */
const LATE_S = 300;

/** The vendor behind each queue. `webhook` has none: it calls users' own servers. */
const VENDORS: Record<string, string> = {
  sync: 'google',
  'sync-microsoft': 'microsoft',
  research: 'anthropic',
  email: 'ses',
  billing: 'stripe',
  chat: 'chat',
};
/** Outcomes that show the vendor did what it was asked. With any other, it may not even have been called. */
const SUCCESSES = new Set<unknown>(['sent', 'delivered', 'synced', 'unfinished', 'completed', 'done']);
const UNEXPECTED = 'unexpected';
/** Our own failures rather than a vendor's. */
const OWN_FAILURES = new Set([UNEXPECTED, 'interrupted', 'daily_total_cap_reached']);

export type WorkerMeters = ReturnType<typeof createWorkerMeters>;

/** Creates the worker's metrics. Ids never become labels. */
export function createWorkerMeters(meter: Meter) {
  const vendorErrors = meter.createCounter('foreword.vendor.errors', {
    description: 'Attempts that failed at a vendor, by error code',
  });
  const unreadableEvents = meter.createCounter('foreword.calendar.unreadable.events', {
    description: 'Calendar events that could not be read, each counted once',
  });
  const tokens = meter.createCounter('foreword.research.tokens', { description: 'Model tokens used' });
  const searches = meter.createCounter('foreword.research.searches', { description: 'Paid web searches' });
  const cost = meter.createCounter('foreword.research.cost.dollars', {
    description: 'Estimated cost of research at list prices, in US dollars',
  });
  const unexpected = meter.createCounter('foreword.activity.unexpected', {
    description: 'Attempts that failed because of a bug or an unreadable row',
  });
  const lateness = meter.createHistogram('foreword.briefing.lateness', {
    unit: 's',
    description: 'Delay between a briefing’s due time and its sending; 0 if on time',
    advice: { explicitBucketBoundaries: LATENESS_BUCKETS_S },
  });
  const late = meter.createCounter('foreword.briefings.late', {
    description: 'Briefings sent more than five minutes late',
  });
  const vendorSuccesses = meter.createCounter('foreword.vendor.successes', {
    description: 'Attempts that a vendor completed',
  });
  // A counter is exported from its first value on, and Prometheus sees an increase only between two values. Counters
  // start at 0, so that the first event is not missed.
  late.add(0);
  for (const vendor of Object.values(VENDORS)) vendorSuccesses.add(0, { vendor });
  for (const vendor of ['google', 'microsoft']) unreadableEvents.add(0, { vendor });
  for (const type of ['input', 'cache_write', 'cache_read', 'output']) tokens.add(0, { type });
  searches.add(0);
  cost.add(0);
  const dailyCaps = meter.createCounter('foreword.research.daily.caps', {
    description: 'Research refused because a daily cap was reached',
  });
  for (const cap of ['user', 'total']) dailyCaps.add(0, { cap });

  const countUsage = (usage: ModelUsage) => {
    tokens.add(usage.inputTokens - usage.cacheWriteTokens - usage.cacheReadTokens, { type: 'input' });
    tokens.add(usage.cacheWriteTokens, { type: 'cache_write' });
    tokens.add(usage.cacheReadTokens, { type: 'cache_read' });
    tokens.add(usage.outputTokens, { type: 'output' });
    searches.add(usage.searches);
    cost.add(usage.usd);
  };
  const counted = (budget: ModelBudget | undefined): ModelBudget => ({
    check: () => budget?.check(),
    spend: (usage) => {
      countUsage(usage);
      budget?.spend(usage);
    },
  });

  return {
    activityDuration: meter.createHistogram('foreword.activity.duration', {
      unit: 's',
      description: 'Duration of an activity attempt',
      advice: { explicitBucketBoundaries: DURATION_BUCKETS_S },
    }),
    recordLateness: (latenessS: number) => {
      lateness.record(latenessS);
      if (latenessS > LATE_S) late.add(1);
    },
    unreadableEvents,
    /** Exports each activity's count of unexpected failures, starting at 0. */
    expectActivities: (activities: Iterable<string>) => {
      for (const activity of activities) unexpected.add(0, { activity });
    },
    countFailure: (activity: string, queue: string, input: unknown, code: string) => {
      if (code === UNEXPECTED) unexpected.add(1, { activity });
      const vendor = vendorOf(queue, input);
      if (vendor !== null && !OWN_FAILURES.has(code)) vendorErrors.add(1, { vendor, code });
    },
    countSuccess: (queue: string, input: unknown, result: unknown) => {
      const vendor = vendorOf(queue, input);
      if (vendor !== null && isSuccess(result)) vendorSuccesses.add(1, { vendor });
    },
    /** Counts the usage of every model response as it arrives, even if the run fails later. */
    measureModel: (model: ResearchModel): ResearchModel => ({
      gather: (request, signal) => model.gather({ ...request, budget: counted(request.budget) }, signal),
      answer: (request, signal) => model.answer({ ...request, budget: counted(request.budget) }, signal),
    }),
    countDailyCap: (cap: 'user' | 'total') => dailyCaps.add(1, { cap }),
  };
}

function vendorOf(queue: string, input: unknown): string | null {
  const vendor = VENDORS[queue];
  // Older workflows sync any calendar on the queue `sync`.
  return vendor === undefined ? null : (calendarOf(input) ?? vendor);
}

function isSuccess(result: unknown): boolean {
  return typeof result !== 'object' || result === null || !('outcome' in result) || SUCCESSES.has(result.outcome);
}

function calendarOf(input: unknown): string | null {
  const isOfCalendar = typeof input === 'object' && input !== null && 'provider' in input;
  return isOfCalendar && typeof input.provider === 'string' ? input.provider : null;
}
