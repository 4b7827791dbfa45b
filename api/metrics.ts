import { performance } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import type { DatabasePool } from 'slonik';
import { feedbackReason } from '#contract/feedback.ts';
import { getOldestDeletionAgeS } from '#db/queries/account-deletion.ts';
import { getBackupAges } from '#db/queries/base-backups.ts';
import { getOverdueBriefings } from '#db/queries/briefings.ts';
import { getDeliveryFigures } from '#db/queries/delivery-figures.ts';
import { getOldestUnsentAgeS } from '#db/queries/emails.ts';
import { FIGURE_DAYS, getFeedbackFigures } from '#db/queries/feedback-figures.ts';
import { getOldestEntryAgeS } from '#db/queries/journal-entries.ts';
import { getOutboxBacklog } from '#db/queries/outbox.ts';
import { DIGEST_GRACE_MS } from '#domain/briefing-schedule.ts';
import { keepFor } from '#telemetry/keep-for.ts';
import { type Gauge, observeGauges } from '#telemetry/observe-gauges.ts';

/** Buckets from OpenTelemetry's conventions. */
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** Figures of the last 30 days change slowly, and counting them reads every briefing of that time. */
const FEEDBACK_KEPT_MS = 10 * 60_000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Measures every request by route template, since the number of paths is unbounded. */
export function measureRequests(meter: Meter): RequestHandler {
  const duration = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Request duration',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS_S },
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      duration.record((performance.now() - startedAt) / 1000, {
        'http.request.method': METHODS.has(request.method) ? request.method : '_OTHER',
        'http.route': routeOf(request),
        'http.response.status_code': response.statusCode,
      });
    });
    next();
  };
}

/** Registers gauges of the connection pool, and gauges read from the database, which need no running worker. */
export function observeDatabase(meter: Meter, pool: DatabasePool): void {
  observeFigures(meter, () => getOutboxBacklog(pool), {
    messages: ['foreword.outbox.messages', '{message}', 'Messages not yet handed to the workflow engine'],
    oldestAgeS: [
      'foreword.outbox.oldest.age',
      's',
      'Age of the oldest message not yet handed to the workflow engine; 0 if none',
    ],
    unreadable: ['foreword.outbox.unreadable', '{message}', 'Outbox messages that this build cannot read'],
  });
  observeFigures(meter, () => getOverdueBriefings(pool, { digestGraceS: DIGEST_GRACE_MS / 1000 }), {
    count: [
      'foreword.briefings.overdue',
      '{briefing}',
      'Unsent briefings past their due time whose meeting has not started',
    ],
    oldestAgeS: [
      'foreword.briefings.overdue.oldest.age',
      's',
      'Longest time without progress on an overdue briefing; 0 if none',
    ],
  });
  observeFeedback(meter, pool);
  observeFigures(meter, async () => ({ ageS: await getOldestUnsentAgeS(pool) }), {
    ageS: ['foreword.emails.oldest.age', 's', 'Age of the oldest unsent email; 0 if none'],
  });
  observeFigures(meter, async () => ({ ageS: await getOldestDeletionAgeS(pool) }), {
    ageS: ['foreword.deletions.oldest.age', 's', 'Age of the oldest account deletion that has not finished; 0 if none'],
  });
  observeFigures(meter, () => getDeliveryFigures(pool), {
    stuck: [
      'foreword.deliveries.stuck',
      '{delivery}',
      'Webhooks, messages and pushes in flight for longer than any attempt lasts',
    ],
    unknownAddresses: [
      'foreword.deliveries.unknown.addresses',
      '{address}',
      'Mailboxes, channels and browsers with a delivery of unknown outcome in the last hour',
    ],
  });
  observeFigures(meter, async () => ({ ageS: await getOldestEntryAgeS(pool) }), {
    ageS: [
      'foreword.journal.oldest.age',
      's',
      'Age of the oldest change not yet copied out of the database; 0 if none',
    ],
  });
  observeFigures(meter, () => getBackupAges(pool), {
    backupAgeS: ['foreword.backup.age', 's', 'Age of the newest base backup; absent if none'],
    archiveAgeS: ['foreword.archive.age', 's', 'Time since the last WAL segment was archived; 0 if archiving is off'],
  });
  observePool(meter, pool);
}

/** Registers a gauge for each figure that `read` returns, and leaves out null ones. */
function observeFigures<Figure extends string>(
  meter: Meter,
  read: () => Promise<Record<Figure, number | null>>,
  gauges: Record<NoInfer<Figure>, Gauge>,
): void {
  observeGauges<string>(meter, gauges, async (observe) => {
    for (const [figure, value] of Object.entries<number | null>(await read())) {
      if (value !== null) observe(figure, value);
    }
  });
}

function observePool(meter: Meter, pool: DatabasePool): void {
  const gauges = {
    connections: ['db.client.connection.count', '{connection}', 'Pool connections by state'],
    waiting: ['db.client.connection.pending_requests', '{request}', 'Queries waiting for a connection'],
  } as const;
  observeGauges(meter, gauges, (observe) => {
    const { acquiredConnections, idleConnections, waitingClients } = pool.state();
    observe('connections', acquiredConnections, { 'db.client.connection.state': 'used' });
    observe('connections', idleConnections, { 'db.client.connection.state': 'idle' });
    observe('waiting', waitingClients);
  });
}

/** Registers gauges of users' feedback. Counted from rows, so a restart loses nothing; the dashboard computes rates. */
function observeFeedback(meter: Meter, pool: DatabasePool): void {
  const gauges = {
    sent: ['foreword.briefings.sent', '{briefing}', `Briefings sent in the last ${FIGURE_DAYS} days`],
    answers: [
      'foreword.briefings.feedback',
      '{briefing}',
      `Feedback on briefings sent in the last ${FIGURE_DAYS} days, by answer`,
    ],
    reasons: [
      'foreword.briefings.not.useful',
      '{briefing}',
      'Briefings marked as not useful, by reason; `none` if none was given',
    ],
  } as const;
  const read = keepFor(FEEDBACK_KEPT_MS, () => getFeedbackFigures(pool));
  observeGauges(meter, gauges, async (observe) => {
    const figures = await read();
    observe('sent', figures.briefings);
    observe('answers', figures.useful, { answer: 'useful' });
    observe('answers', figures.notUseful, { answer: 'not_useful' });
    observe('answers', figures.wrongPersons, { answer: 'wrong_person' });
    observe('answers', figures.wrongFacts, { answer: 'wrong_fact' });
    const given = figures.reasons.reduce((sum, { count }) => sum + count, 0);
    observe('reasons', figures.notUseful - given, { reason: 'none' });
    for (const reason of feedbackReason.options) {
      observe('reasons', figures.reasons.find((one) => one.reason === reason)?.count ?? 0, { reason });
    }
  });
}

/** Returns the route template, such as `/api/meetings/:id`; `unmatched` for requests refused before routing. */
export function routeOf(request: Request): string {
  // The router resets `baseUrl` when a request fails, so the prefix is read from the URL.
  const prefix = /^\/api\//i.test(request.originalUrl) ? '/api' : '';
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? `${prefix}${path}` : 'unmatched';
}
