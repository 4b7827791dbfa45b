import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { forgetPassword } from '#contract/auth.ts';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { createLogger } from '#telemetry/logger.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { seedUser } from '#tests/support/builders.ts';
import { type ReceivedSpan, startCollector } from '#tests/support/collector.ts';
import { createHttpClient } from '#tests/support/http-client.ts';
import { readMetric } from '#tests/support/metrics.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { createWorkerMeters } from '#workers/metrics.ts';
import { control, eventually } from './meeting-lab.ts';

/** The steps of a request whose email is sent on the second attempt. */
const WAY = [
  { name: 'POST /api/auth/forget-password', times: 1 },
  { name: 'deliver send-email', times: 1 },
  { name: 'sendMail', times: 1 },
  { name: 'ses.send', times: 2 },
];

let collector: Awaited<ReturnType<typeof startCollector>>;
let product: RunningProduct;
let pool: DatabasePool;
let workerUrl: string;
/** The request under test: its id, the address it was about and the spans it caused. */
let request: { id: string; email: string; spans: ReceivedSpan[] };

beforeAll(async () => {
  collector = await startCollector();
  product = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' });
  pool = await openPool(product.env['DATABASE_URL'] ?? '');
  workerUrl = `http://127.0.0.1:${Number(product.env['PORT']) + 2}`;
  // The first attempt at the mail service fails, to produce logs and metrics.
  await control({ url: product.sandbox.ses }, '/faults', { method: 'POST', path: '/', status: 503 });
  request = await askForReset();
}, 300_000);
afterAll(async () => {
  await pool.end();
  await product.stop();
  await collector.close();
});

async function askForReset() {
  const { email } = await seedUser(pool);
  const answer = await createHttpClient(product.url).call(forgetPassword, { body: { email } });
  expect(answer.status).toBe(200);
  const id = answer.headers.get('x-request-id') ?? '';
  const traceId = id.replaceAll('-', '');
  const outbox = `${product.sandbox.ses}/_control/outbox?to=${encodeURIComponent(email)}`;
  const sent = z.object({ messages: z.array(z.unknown()) });
  await eventually(
    async () => sent.parse(await (await fetch(outbox)).json()).messages.length,
    (count) => count === 1,
  );
  // Each process sends its spans every few seconds.
  const spans = await eventually(
    async () => collector.spans.filter((span) => span.traceId === traceId),
    (found) => WAY.every(({ name, times }) => found.filter((span) => span.name === name).length >= times),
  );
  return { id, email, spans };
}

describe('traces', () => {
  test('follow a request through the workflow to the vendor call', () => {
    const names = request.spans.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(WAY.map(({ name }) => name)));
  });

  test('contain no personal data', () => {
    expect(JSON.stringify(collector.spans)).not.toMatch(/harborline|@|Robin/);
  });
});

const logLine = z.looseObject({ msg: z.string(), traceId: z.string().optional(), workflowId: z.string().optional() });

function readLog(name: string) {
  const text = readFileSync(join(product.env['STATE_DIR'] ?? '', 'logs', `${name}.log`), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return { text, lines: lines.map((line) => logLine.parse(JSON.parse(line))) };
}

describe('logs', () => {
  test('connect a request with the vendor failure it caused', () => {
    const traceId = request.id.replaceAll('-', '');
    const failure = readLog('worker').lines.find(({ msg }) => msg === 'activity failed at a vendor');
    expect(failure).toMatchObject({ traceId, activity: 'sendMail', attempt: 1 });
    expect(failure?.workflowId).toMatch(/^email:/);
    const served = readLog('api').lines.find(({ msg, traceId: id }) => msg === 'request completed' && id === traceId);
    expect(served).toMatchObject({ req: { id: request.id, path: '/api/auth/forget-password' } });
  });

  test('contain neither addresses nor tokens', () => {
    for (const name of ['api', 'worker']) {
      const { text } = readLog(name);
      expect(text).not.toContain(request.email);
      expect(text).not.toMatch(/reset-password\/[\w-]{10}/);
    }
  });
});

describe('the worker', () => {
  test('reports that it is healthy and ready', async () => {
    // The worker waits two seconds for the engine.
    for (const path of ['/health', '/ready'])
      await expect.poll(async () => (await fetch(`${workerUrl}${path}`)).status).toBe(200);
    expect((await fetch(`${workerUrl}/other`)).status).toBe(404);
  });

  test('counts vendor errors and measures activity durations', async () => {
    const text = await (await fetch(`${workerUrl}/metrics`)).text();
    expect(text).toMatch(/^foreword_vendor_errors_total\{.*vendor="ses".*\} 1$/m);
    expect(text).toMatch(/^foreword_activity_duration_count\{.*activity="sendMail".*outcome="failed".*\} 1$/m);
    expect(text).toMatch(/^foreword_research_cost_dollars_total/m);
  });

  test('exports counters used by alerts as 0 before their first event', async () => {
    const text = await (await fetch(`${workerUrl}/metrics`)).text();
    expect(readMetric(text, 'foreword_briefings_late_total')).toBe(0);
    for (const activity of ['sendMail', 'research', 'syncCalendarAccount', 'planMeeting'])
      expect(readMetric(text, 'foreword_activity_unexpected_total', `activity="${activity}"`)).toBe(0);
    for (const vendor of ['google', 'microsoft', 'anthropic', 'stripe', 'chat'])
      expect(readMetric(text, 'foreword_vendor_successes_total', `vendor="${vendor}"`)).toBe(0);
  });

  test('counts a sent email as a success of the mail service, and an unknown outcome as an error', async () => {
    const read = async (name: string, label: string) =>
      readMetric(await (await fetch(`${workerUrl}/metrics`)).text(), name, label) ?? 0;
    const successes = await read('foreword_vendor_successes_total', 'vendor="ses"');
    expect(successes).toBeGreaterThan(0);
    await control({ url: product.sandbox.ses }, '/faults', { method: 'POST', path: '/', dropAfterHandling: true });
    const { email } = await seedUser(pool);
    await createHttpClient(product.url).call(forgetPassword, { body: { email } });
    await eventually(
      () => read('foreword_vendor_errors_total', 'code="outcome_unknown"'),
      (count) => count === 1,
    );
    expect(await read('foreword_vendor_successes_total', 'vendor="ses"')).toBe(successes);
  });

  test('does not serve metrics to proxied requests', async () => {
    const answer = await fetch(`${workerUrl}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(answer.status).toBe(403);
  });
});

describe('in dashboards and alerts', () => {
  /** The labels of each exported metric, with their values. */
  let exported: Map<string, Map<string, Set<string>>>;
  beforeAll(async () => {
    await pool.query(sql.typeAlias('void')`insert into base_backups default values`);
    const texts = await Promise.all([
      fetch(`${product.url}/metrics`).then((answer) => answer.text()),
      fetch(`${workerUrl}/metrics`).then((answer) => answer.text()),
      readEveryMeter(),
    ]);
    exported = readLabels(texts.join('\n'));
  });

  const read = (path: string) => readFileSync(join(repositoryRoot, 'ops', path), 'utf8');
  const dashboard = z
    .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(read('grafana/foreword.json')));
  const rules = z
    .object({
      groups: z.array(
        z.object({
          rules: z.array(
            z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string() }) }),
          ),
        }),
      ),
    })
    .parse(parse(read('prometheus/alerts.yml')))
    .groups.flatMap((group) => group.rules);

  const expressions = [
    ...dashboard.panels.map(({ title, targets }) => [title, targets.map(({ expr }) => expr)] as const),
    ...rules.map(({ alert, expr }) => [alert, [expr]] as const),
  ];

  test.each(expressions)('%s uses existing metrics and labels', (_, expression) => {
    const selectors = expression.flatMap(readSelectors);
    expect(selectors.length).toBeGreaterThan(0);
    expect(selectors.flatMap((selector) => findWrong(selector, exported))).toEqual([]);
  });

  const cases = z
    .object({ tests: z.array(z.object({ name: z.string(), input_series: z.array(z.object({ series: z.string() })) })) })
    .parse(parse(read('prometheus/alerts.test.yml')))
    .tests.filter((test) => test.input_series.length > 0);

  test.each(cases.map((test) => [test.name, test.input_series] as const))(
    'the alert test "%s" uses existing series',
    (_, series) => {
      const selectors = series
        .flatMap((one) => readSelectors(one.series))
        .map(({ name, labels }) => {
          return { name, labels: labels.map((label) => ({ ...label, value: null })) };
        });
      expect(selectors.flatMap((selector) => findWrong(selector, exported))).toEqual([]);
    },
  );

  test.each(rules.map(({ alert, annotations }) => [alert, annotations.runbook] as const))(
    '%s links to an existing runbook section',
    (_, runbook) => {
      const [path = '', anchor = ''] = runbook.split('#');
      const headings = [...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(/^#+ (.*)$/gm)];
      const anchors = headings.map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors).toContain(anchor);
    },
  );
});

/** Reads the worker's metrics after recording a value, since a histogram appears only once it has one. */
async function readEveryMeter(): Promise<string> {
  const metrics = createMetrics({ service: 'test', logger: createLogger({ service: 'test', level: 'silent' }) });
  const meters = createWorkerMeters(metrics.meter);
  meters.recordLateness(1);
  meters.countFailure('sendMail', 'email', null, 'unavailable');
  const text = await metrics.read();
  await metrics.close();
  return text;
}

type Selector = { name: string; labels: { label: string; value: string | null }[] };

/** Prometheus adds these to each series. */
const TARGET_LABELS = new Set(['job', 'instance']);

/** Returns the labels of each metric in Prometheus' text format. */
function readLabels(text: string): Map<string, Map<string, Set<string>>> {
  // Prometheus' own, from each scrape.
  const exported = new Map([['up', new Map<string, Set<string>>()]]);
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = exported.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
    exported.set(name, known);
  }
  return exported;
}

/** Returns the metrics of an expression with the labels that it matches or groups by. */
function readSelectors(expression: string): Selector[] {
  const metric = /(?<![\w"])((?:foreword|http_server|nodejs|process|db_client|v8js)_\w+|up)(?:\{([^}]*)\})?/g;
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].map(([, labels = '']) => labels.split(/,\s*/));
  const plain = expression.replaceAll(/\bby \([^)]*\)/g, '');
  return [...plain.matchAll(metric)].map(([, name = '', matchers = '']) => {
    const matched = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
      ([, label = '', operator, value = '']) => ({
        label,
        value: operator === '=' ? value : null,
      }),
    );
    // Each of our expressions groups all its metrics alike.
    return { name, labels: [...matched, ...grouped.flat().map((label) => ({ label, value: null }))] };
  });
}

/** Returns the parts of a selector that no process exports. */
function findWrong({ name, labels }: Selector, exported: Map<string, Map<string, Set<string>>>): string[] {
  const known = exported.get(name);
  if (known === undefined) return [name];
  return labels
    .filter(({ label }) => !TARGET_LABELS.has(label))
    .filter(({ label, value }) => !known.has(label) || (value !== null && known.get(label)?.has(value) === false))
    .map(({ label, value }) => `${name}{${label}${value === null ? '' : `="${value}"`}}`);
}
