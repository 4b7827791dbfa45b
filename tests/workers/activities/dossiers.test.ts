import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import type { Gathered, ModelRequest, ResearchModel } from '#providers/research/provider.ts';
import { noDossiers } from '#tests/support/dossiers.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { EMPTY_DRAFT } from '#workers/research/report-draft.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { createStoredDossiers } from '#workers/research/stored-dossiers.ts';

const CANARY = 'CANARY-PRIVATE-1';
const EPOCH = new Date(0);

let lab: Awaited<ReturnType<typeof createTestContext>>;
beforeAll(async () => {
  lab = await createTestContext({});
});
afterAll(() => lab.close());
beforeEach(() => lab.context.pool.query(sql.typeAlias('void')`delete from dossiers`));

const store = () => createStoredDossiers(lab.context);
const home = (domain: string) => ({
  url: `https://${domain}/`,
  title: domain,
  requestedUrl: `https://${domain}/`,
  text: `${domain} sells things. Ada Stone of ${domain} leads it.`,
  age: '3 days ago',
});
const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Answers with the home page of every company it is told to fetch. */
function createModel(options: { search?: Gathered['search']; gatherMs?: number } = {}) {
  const gathered: string[] = [];
  const sources: string[] = [];
  const prompts: string[] = [];
  const model: ResearchModel = {
    async gather({ prompt }: ModelRequest): Promise<Gathered> {
      gathered.push(prompt);
      await new Promise((resolve) => setTimeout(resolve, options.gatherMs ?? 0));
      const domains = [...prompt.matchAll(/Fetch first: https:\/\/([^/]+)\//g)].map(([, domain = '']) => domain);
      const usage = { inputTokens: 100, outputTokens: 10, searches: domains.length };
      return { pages: domains.map(home), passages: [], search: options.search ?? 'sound', raw: '', usage };
    },
    synthesise({ prompt }) {
      prompts.push(prompt);
      sources.push(...[...prompt.matchAll(/<source [^>]*url="([^"]+)"/g)].map(([, url = '']) => url));
      return Promise.reject(new Error('enough was seen'));
    },
  };
  return { model, gathered, sources, prompts };
}

const meeting = (email: string, title = 'Intro call') => ({
  title,
  description: `${CANARY} description`,
  start: new Date(),
  companyDomain: 'harborline.test',
  externalDomains: [email.slice(email.indexOf('@') + 1)],
  participants: [{ email, name: null, responseStatus: 'accepted' as const, isExternal: true, isSelf: false }],
});

type Fake = ReturnType<typeof createModel>;
const run = async ({ model }: Fake, email: string, since = EPOCH, isLastAttempt = false) => {
  const research = researchMeeting(
    { model, dossiers: store() },
    meeting(email, CANARY),
    since,
    AbortSignal.timeout(20_000),
    () => isLastAttempt,
  );
  await expect(research).rejects.toThrow('enough was seen');
};

describe('dossiers', () => {
  test('two meetings with one company at once research it once; the second waits and has its pages', async () => {
    const fakes = [createModel({ gatherMs: 1_500 }), createModel({ gatherMs: 1_500 })] as const;
    await Promise.all(fakes.map((fake) => run(fake, 'ada.stone@corp.test')));
    expect([...fakes[0].gathered, ...fakes[1].gathered]).toHaveLength(1);
    for (const { sources } of fakes) expect(sources).toEqual(['https://corp.test/']);
  });

  test('a later meeting with another guest of the company researches that guest alone', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    const later = createModel();
    await run(later, 'bo.reed@corp.test');
    expect(later.gathered).toHaveLength(1);
    expect(later.gathered[0]).not.toContain('Fetch first');
    expect(later.gathered[0]).toContain('bo.reed@corp.test');
    expect(later.sources).toEqual(['https://corp.test/']);
  });

  test('nothing of user or invitation reaches the request or the table; a guest is a hash there', async () => {
    const fake = createModel();
    await run(fake, 'ada.stone@corp.test');
    expect(fake.gathered.join()).not.toContain(CANARY);
    const rows = await lab.context.pool.any(sql.type(z.object({ row: z.string() }))`
      select row_to_json(dossiers)::text as row from dossiers order by key
    `);
    expect(rows).toHaveLength(2);
    const table = rows.map(({ row }) => row).join();
    for (const secret of [CANARY, 'ada.stone@', 'harborline']) expect(table).not.toContain(secret);
  });

  test('asked for by hand, or gone stale, it is researched again', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    const reused = createModel();
    await run(reused, 'ada.stone@corp.test');
    expect(reused.gathered).toEqual([]);
    const forced = createModel();
    await run(forced, 'ada.stone@corp.test', new Date(Date.now() + 60_000));
    expect(forced.gathered).toHaveLength(1);
    await lab.context.pool.query(
      sql.typeAlias('void')`update dossiers set fresh_until = now() where key like 'company:%'`,
    );
    const stale = createModel();
    await run(stale, 'ada.stone@corp.test');
    expect(stale.gathered).toHaveLength(1);
  });

  test('the age of a page is kept as a date, and read as one weeks later', async () => {
    const first = createModel();
    await run(first, 'ada.stone@corp.test');
    expect(first.prompts.join()).toContain(`date="${dayAgo(3)}"`);
    const pages = await lab.context.pool.oneFirst(sql.type(z.object({ pages: z.string() }))`
      select pages::text from dossiers where key = 'company:corp.test'
    `);
    expect(pages).toContain(dayAgo(3));
    expect(pages).not.toContain('ago');
    await lab.context.pool.query(sql.typeAlias('void')`update dossiers set researched_at = now() - interval '6 days'`);
    const later = createModel();
    await run(later, 'ada.stone@corp.test');
    expect(later.gathered).toEqual([]);
    expect(later.prompts.join()).toContain(`date="${dayAgo(3)}"`);
  });

  test('an age that the release before kept as a distance is read as the date it stood for', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    await lab.context.pool.query(sql.typeAlias('void')`
      update dossiers
      set pages = jsonb_set(pages, '{0,age}', '"3 days ago"'), researched_at = now() - interval '2 days'
      where key = 'company:corp.test'
    `);
    const later = createModel();
    await run(later, 'ada.stone@corp.test');
    expect(later.gathered).toEqual([]);
    expect(later.prompts.join()).toContain(`date="${dayAgo(5)}"`);
    expect(later.prompts.join()).not.toContain('days ago');
  });

  test('a report says when the oldest of the dossiers was researched that it rests on', async () => {
    const { model } = createModel();
    const write = async () => {
      const summary = [{ text: 'Ada Stone of corp.test leads it.', sources: ['s1'] }];
      const output = { ...EMPTY_DRAFT, summary };
      const usage = { inputTokens: 1, outputTokens: 1, searches: 0 };
      const writer: ResearchModel = {
        ...model,
        synthesise: () => Promise.resolve({ output, raw: '', usage }),
      };
      const tools = { model: writer, dossiers: store() };
      return await researchMeeting(tools, meeting('ada.stone@corp.test'), EPOCH, AbortSignal.timeout(20_000));
    };
    expect((await write()).oldestAt).toBeNull();
    await lab.context.pool.query(sql.typeAlias('void')`
      update dossiers
      set researched_at = case when key like 'company:%' then '2026-11-16T09:00:00Z' else '2026-11-18T09:00:00Z' end::timestamptz
    `);
    expect((await write()).oldestAt?.toISOString()).toBe('2026-11-16T09:00:00.000Z');
  });

  test('a report says when the first of the dossiers goes stale that it rests on, and not of those that are empty', async () => {
    const keys = { company: 'company:corp.test', person: 'person:x', empty: 'person:y' };
    const claimed = await store().claim(Object.values(keys), EPOCH);
    expect(claimed.freshUntil).toBeNull();
    const kept = [
      { key: keys.company, pages: [home('corp.test')], freshForS: 7_200 },
      { key: keys.person, pages: [home('corp.test')], freshForS: 3_600 },
      { key: keys.empty, pages: [], freshForS: 60 },
    ];
    await store().save(claimed.lease, kept);
    const leftS =
      ((await store().claim(Object.values(keys), EPOCH)).freshUntil?.getTime() ?? 0) / 1000 - Date.now() / 1000;
    expect(leftS).toBeGreaterThan(3_000);
    expect(leftS).toBeLessThan(3_700);
    const { model } = createModel();
    const writer: ResearchModel = {
      ...model,
      synthesise: () =>
        Promise.resolve({
          output: { ...EMPTY_DRAFT, summary: [{ text: 'Ada Stone of corp.test leads it.', sources: ['s1'] }] },
          raw: '',
          usage: { inputTokens: 1, outputTokens: 1, searches: 0 },
        }),
    };
    const tools = { model: writer, dossiers: store() };
    const report = await researchMeeting(tools, meeting('ada.stone@corp.test'), EPOCH, AbortSignal.timeout(20_000));
    const reportLeftS = (report.freshUntil?.getTime() ?? 0) / 1000 - Date.now() / 1000;
    expect(reportLeftS).toBeGreaterThan(6_600);
    expect(reportLeftS).toBeLessThan(7_300);
  });

  test('what a broken search left is used and not shared', async () => {
    await run(createModel({ search: 'broken' }), 'ada.stone@corp.test', EPOCH, true);
    const next = createModel();
    await run(next, 'ada.stone@corp.test');
    expect(next.gathered).toHaveLength(1);
  });

  test('one whose researcher died is taken over, and one whose researcher failed at once', async () => {
    await store().claim(['company:corp.test'], EPOCH);
    await lab.context.pool.query(sql.typeAlias('void')`update dossiers set leased_until = now()`);
    await run(createModel(), 'ada.stone@corp.test');

    const failing: ResearchModel = {
      gather: () => Promise.reject(new Error('down')),
      synthesise: () => Promise.reject(new Error('not reached')),
    };
    const tools = { model: failing, dossiers: store() };
    const failed = researchMeeting(tools, meeting('bo.reed@other.test'), EPOCH, AbortSignal.timeout(5_000));
    await expect(failed).rejects.toThrow('down');
    const next = createModel();
    await run(next, 'bo.reed@other.test');
    expect(next.gathered).toHaveLength(1);
  });

  test('a store that keeps nothing researches each time', async () => {
    const { model, gathered } = createModel();
    for (let time = 0; time < 2; time += 1) {
      const once = researchMeeting(
        { model, dossiers: noDossiers },
        meeting('ada.stone@corp.test'),
        EPOCH,
        AbortSignal.timeout(5_000),
      );
      await expect(once).rejects.toThrow('enough was seen');
    }
    expect(gathered).toHaveLength(2);
  });
});
