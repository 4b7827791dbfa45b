import { performance } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import type { DatabasePool } from 'slonik';
import { feedbackReason } from '#contract/feedback.ts';
import { getBackupAges } from '#db/queries/base-backups.ts';
import { getOverdueBriefings } from '#db/queries/briefings.ts';
import { getDeliveryFigures } from '#db/queries/delivery-figures.ts';
import { getOldestUnsentAgeS } from '#db/queries/emails.ts';
import { FIGURE_DAYS, getFeedbackFigures } from '#db/queries/feedback-figures.ts';
import { getOldestEntryAgeS } from '#db/queries/journal-entries.ts';
import { getOutboxBacklog } from '#db/queries/outbox.ts';
import { DIGEST_GRACE_MS } from '#domain/briefing-schedule.ts';

/** Buckets of OpenTelemetry's conventions for this instrument. */
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Times every request by the template of its route: never by its path, of which there is no end. */
export function measureRequests(meter: Meter): RequestHandler {
  const duration = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of requests',
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

/** What waits for the workflow engine, which briefings wait although they are due, and what waits for the database. */
export function observeBacklogs(meter: Meter, pool: DatabasePool): void {
  const depth = meter.createObservableGauge('foreword.outbox.messages', {
    unit: '{message}',
    description: 'Messages the workflow engine has not got yet',
  });
  const age = meter.createObservableGauge('foreword.outbox.oldest.age', {
    unit: 's',
    description: 'Age of the oldest of them; 0 without any',
  });
  const unreadable = meter.createObservableGauge('foreword.outbox.unreadable', {
    unit: '{message}',
    description: 'Messages that wait beside them because this build cannot read them',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const backlog = await getOutboxBacklog(pool);
      result.observe(depth, backlog.messages);
      result.observe(age, backlog.oldestAgeS);
      result.observe(unreadable, backlog.unreadable);
    },
    [depth, age, unreadable],
  );
  observeOverdueBriefings(meter, pool);
  observeFeedback(meter, pool);
  meter
    .createObservableGauge('foreword.emails.oldest.age', {
      unit: 's',
      description: 'Age of the oldest mail that should have left and has not; 0 without any',
    })
    .addCallback(async (result) => result.observe(await getOldestUnsentAgeS(pool)));

  observeDeliveries(meter, pool);

  meter
    .createObservableGauge('foreword.journal.oldest.age', {
      unit: 's',
      description: 'Age of the oldest change that does not stand outside the database yet; 0 without any',
    })
    .addCallback(async (result) => result.observe(await getOldestEntryAgeS(pool)));

  observeBackups(meter, pool);

  const connections = meter.createObservableGauge('db.client.connection.count', {
    unit: '{connection}',
    description: 'Connections of the pool by state',
  });
  const waiting = meter.createObservableGauge('db.client.connection.pending_requests', {
    unit: '{request}',
    description: 'Queries that wait for a connection',
  });
  meter.addBatchObservableCallback(
    (result) => {
      const { acquiredConnections, idleConnections, waitingClients } = pool.state();
      result.observe(connections, acquiredConnections, { 'db.client.connection.state': 'used' });
      result.observe(connections, idleConnections, { 'db.client.connection.state': 'idle' });
      result.observe(waiting, waitingClients);
    },
    [connections, waiting],
  );
}

function observeDeliveries(meter: Meter, pool: DatabasePool): void {
  const stuck = meter.createObservableGauge('foreword.deliveries.stuck', {
    unit: '{delivery}',
    description: 'Webhooks and messages that have been under way for longer than any attempt lasts',
  });
  const unknown = meter.createObservableGauge('foreword.deliveries.unknown.addresses', {
    unit: '{address}',
    description: 'Addresses of which in the last hour nobody could tell whether a webhook or message arrived',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const figures = await getDeliveryFigures(pool);
      result.observe(stuck, figures.stuck);
      result.observe(unknown, figures.unknownAddresses);
    },
    [stuck, unknown],
  );
}

function observeBackups(meter: Meter, pool: DatabasePool): void {
  const backup = meter.createObservableGauge('foreword.backup.age', {
    unit: 's',
    description: 'Age of the newest base backup; missing without any',
  });
  const archive = meter.createObservableGauge('foreword.archive.age', {
    unit: 's',
    description: 'For how long no piece of the log was archived; 0 where this database does not archive',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const { backupAgeS, archiveAgeS } = await getBackupAges(pool);
      if (backupAgeS !== null) result.observe(backup, backupAgeS);
      result.observe(archive, archiveAgeS);
    },
    [backup, archive],
  );
}

/** Read from the rows, so that it also tells when no worker lives that could tell how late it is. */
function observeOverdueBriefings(meter: Meter, pool: DatabasePool): void {
  const overdue = meter.createObservableGauge('foreword.briefings.overdue', {
    unit: '{briefing}',
    description: 'Briefings that are due, have not left, and whose meeting has not begun',
  });
  const age = meter.createObservableGauge('foreword.briefings.overdue.oldest.age', {
    unit: 's',
    description: 'For how long nothing has happened to one of them; 0 without any',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const { count, oldestAgeS } = await getOverdueBriefings(pool, { digestGraceS: DIGEST_GRACE_MS / 1000 });
      result.observe(overdue, count);
      result.observe(age, oldestAgeS);
    },
    [overdue, age],
  );
}

/** Counted from the rows, so that a restart forgets nothing; the shares are for the dashboard to make. */
function observeFeedback(meter: Meter, pool: DatabasePool): void {
  const sent = meter.createObservableGauge('foreword.briefings.sent', {
    unit: '{briefing}',
    description: `Briefings that left in the last ${FIGURE_DAYS} days`,
  });
  const answers = meter.createObservableGauge('foreword.briefings.feedback', {
    unit: '{briefing}',
    description: 'Those of them of which the reader said so: useful, not_useful, wrong_person, wrong_fact',
  });
  const reasons = meter.createObservableGauge('foreword.briefings.not.useful', {
    unit: '{briefing}',
    description: 'Those that were not useful, by reason; none where no reason was given',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const figures = await getFeedbackFigures(pool);
      result.observe(sent, figures.briefings);
      result.observe(answers, figures.useful, { answer: 'useful' });
      result.observe(answers, figures.notUseful, { answer: 'not_useful' });
      result.observe(answers, figures.wrongPersons, { answer: 'wrong_person' });
      result.observe(answers, figures.wrongFacts, { answer: 'wrong_fact' });
      const given = figures.reasons.reduce((sum, { count }) => sum + count, 0);
      result.observe(reasons, figures.notUseful - given, { reason: 'none' });
      for (const reason of feedbackReason.options) {
        const count = figures.reasons.find((one) => one.reason === reason)?.count ?? 0;
        result.observe(reasons, count, { reason });
      }
    },
    [sent, answers, reasons],
  );
}

/** `/api/meetings/:id`; `unmatched` for files, and for what was refused before a route was found. */
export function routeOf(request: Request): string {
  // By the end of a failed request the router has put `baseUrl` back, so the prefix is read from the address.
  const prefix = /^\/api\//i.test(request.originalUrl) ? '/api' : '';
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? `${prefix}${path}` : 'unmatched';
}
