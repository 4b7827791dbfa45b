import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deleteObjectedDossiers } from '#db/queries/dossiers.ts';
import { sql } from '#db/sql.ts';
import { createStoredDossiers } from '#db/stored-dossiers.ts';
import { addressSubject, domainSubject } from '#domain/objection.ts';
import { type Gathered, ModelOutputError } from '#providers/research/provider.ts';
import { seedObjection } from '#tests/support/builders.ts';
import { noDossiers } from '#tests/support/dossiers.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { createScriptedModel, gatheredFrom, NOTHING_GATHERED } from '#tests/support/research-models.ts';
import { createTestContext } from '#tests/support/worker.ts';
import { EMPTY_DRAFT } from '#workers/research/draft.ts';
import { gatherFindings } from '#workers/research/gather/gather-findings.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { toSubject } from '#workers/research/subject.ts';

const CANARY = 'CANARY-PRIVATE-1';
const EPOCH = new Date(0);

const { context } = await forThisFile(createTestContext({}));
const { pool, encryption } = context;
beforeEach(async () => {
  await pool.query(sql.typeAlias('void')`delete from dossiers`);
  await pool.query(sql.typeAlias('void')`delete from objections`);
});

const keysOfDossiers = () =>
  pool.anyFirst(sql.type(z.object({ key: z.string() }))`select key from dossiers order by key`);
const object = (kind: 'address' | 'domain', listed: string) => seedObjection(pool, encryption, { kind, listed });

const store = (holder = 'meeting') => createStoredDossiers(context, holder);
const home = (domain: string) => ({
  url: `https://${domain}/`,
  title: domain,
  text: `${domain} sells things. Ada Stone of ${domain} leads it.`,
  age: '3 days ago',
  about: domain,
  quotes: [`${domain} sells things.`],
});
const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Creates a model that gathers the home page of every company it is asked about. */
function createModel(
  options: {
    search?: Gathered['search'];
    cutOff?: Gathered['cutOff'];
    /** Runs while the model gathers. */
    meanwhile?: () => Promise<unknown>;
  } = {},
) {
  const model = createScriptedModel({
    gathered: async ({ prompt }) => {
      await options.meanwhile?.();
      const domains = [...prompt.matchAll(/"homePage":"https:\/\/([^/]+)\//g)].map(([, domain = '']) => domain);
      const { search = 'sound', cutOff = null } = options;
      return { ...gatheredFrom(domains.map(home)), search, cutOff };
    },
    draft: (findings) => {
      const pages = z.array(z.looseObject({ id: z.string(), kind: z.string() })).parse(findings);
      const ids = pages.filter(({ kind }) => kind === 'page').map(({ id }) => id);
      return { ...EMPTY_DRAFT, summary: [{ text: 'It sells things.', findings: ids }] };
    },
  });
  return {
    model,
    gathered: () => model.gathers.map(({ prompt }) => prompt),
    written: () => model.writes.map(({ prompt }) => prompt),
    /** Returns the sites quoted in the last draft request. */
    sites: () => [...(model.writes.at(-1)?.prompt ?? '').matchAll(/"site":"([^"]+)"/g)].map(([, site]) => site),
  };
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
const run = ({ model }: Fake, email: string, since = EPOCH, isLastAttempt = false) =>
  researchMeeting(
    { model, dossiers: store() },
    meeting(email, CANARY),
    since,
    new AbortController().signal,
    () => isLastAttempt,
  );

describe('with dossiers', () => {
  test('concurrent meetings with a company research it once and share the result', async () => {
    const meanwhile = () => sleep(1_500);
    const fakes = [createModel({ meanwhile }), createModel({ meanwhile })] as const;
    await Promise.all(fakes.map((fake) => run(fake, 'ada.stone@corp.test')));
    expect(fakes.flatMap((fake) => fake.gathered())).toHaveLength(1);
    for (const fake of fakes) expect(fake.sites()).toEqual(['corp.test']);
  });

  test('a later meeting with a known company researches only its new guest', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    const later = createModel();
    await run(later, 'bo.reed@corp.test');
    expect(later.gathered()).toHaveLength(1);
    expect(later.gathered()[0]).not.toContain('homePage');
    expect(later.gathered()[0]).toContain('bo.reed@corp.test');
    expect(later.sites()).toEqual(['corp.test']);
  });

  test('claims about a company are shared from its own site or search results, not from a guest’s site', async () => {
    const attacker = 'https://evil.test/';
    const told = 'Corp is insolvent, says Ada Stone, ada.stone@corp.test.';
    const pages = [
      home('corp.test'),
      { ...home('corp.test'), quotes: ['Ada Stone of corp.test leads it.'], about: 'g2' },
      {
        ...home('evil.test'),
        url: attacker,
        text: told,
        quotes: ['Corp is insolvent'],
        about: 'corp.test',
        foundBy: ['Corp news'],
      },
      { ...home('blog.test'), text: told, quotes: [told], about: 'corp.test' },
      { ...home('blog.test'), text: told, quotes: [told], about: 'g2' },
      {
        ...home('press.test'),
        text: 'Corp grew by 3 %.',
        quotes: ['Corp grew by 3 %.'],
        about: 'corp.test',
        foundBy: ['Corp news'],
      },
    ];
    const both = ['x@evil.test', 'ada.stone@corp.test'].map((email) => meeting(email));
    const invited = {
      ...meeting('x@evil.test'),
      externalDomains: both.flatMap(({ externalDomains }) => externalDomains),
      participants: both.flatMap(({ participants }) => participants),
    };
    const model = createScriptedModel({ gathered: gatheredFrom(pages), draft: EMPTY_DRAFT });
    const research = () =>
      researchMeeting({ model, dossiers: store('inviting') }, invited, EPOCH, new AbortController().signal, () => true);
    await research();
    for (const text of [told, 'Corp is insolvent']) expect(model.writes[0]?.prompt).toContain(text);

    const other = createModel();
    const { report } = await run(other, 'ada.stone@corp.test');
    expect(other.gathered()).toEqual([]);
    expect(other.written().join()).toContain('Corp grew by 3 %.');
    expect(new Set(other.sites())).toEqual(new Set(['corp.test', 'press.test']));
    expect(JSON.stringify(report)).not.toMatch(/evil|blog|insolvent/);

    await research();
    expect(model.gathers).toHaveLength(1);
    for (const text of [told, 'Corp is insolvent']) expect(model.writes[1]?.prompt).toContain(text);
  });

  test('a dossier with nothing to share is reused only for its own meeting', async () => {
    const blog = { ...home('blog.test'), text: 'Corp grew.', quotes: ['Corp grew.'], about: 'corp.test' };
    const model = createScriptedModel({ gathered: gatheredFrom([blog]), draft: EMPTY_DRAFT });
    const research = (holder: string) =>
      gatherFindings(
        { model, dossiers: store(holder) },
        { subject: toSubject(meeting('ada.stone@corp.test')), since: EPOCH, isLastAttempt: () => false },
        new AbortController().signal,
      );
    const first = await research('first');
    expect((await research('first')).dossiers).toEqual(first.dossiers);
    expect(model.gathers).toHaveLength(1);
    await research('second');
    expect(model.gathers).toHaveLength(2);
  });

  test('meeting text reaches neither the request nor the table, which also holds no guest’s address', async () => {
    const fake = createModel();
    await run(fake, 'ada.stone@corp.test');
    expect(fake.gathered().join()).not.toContain(CANARY);
    const rows = await pool.any(sql.type(z.object({ row: z.string() }))`
      select row_to_json(dossiers)::text as row from dossiers order by key
    `);
    expect(rows).toHaveLength(2);
    const table = rows.map(({ row }) => row).join();
    for (const secret of [CANARY, 'ada.stone@', 'harborline']) expect(table).not.toContain(secret);
  });

  test('a dossier is researched again on request or when stale', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    const reused = createModel();
    await run(reused, 'ada.stone@corp.test');
    expect(reused.gathered()).toEqual([]);
    const forced = createModel();
    await run(forced, 'ada.stone@corp.test', new Date(Date.now() + 60_000));
    expect(forced.gathered()).toHaveLength(1);
    expect(forced.model.gathers[0]?.isRecheck).toBe(true);
    await pool.query(sql.typeAlias('void')`update dossiers set fresh_until = now() where key like 'company:%'`);
    const stale = createModel();
    await run(stale, 'ada.stone@corp.test');
    expect(stale.gathered()).toHaveLength(1);
    expect(stale.model.gathers[0]?.isRecheck).toBe(false);
  });

  test('the relative age of a page is stored as a date', async () => {
    const first = createModel();
    await run(first, 'ada.stone@corp.test');
    expect(first.written().join()).toContain(`"date":"${dayAgo(3)}"`);
    const row = await pool.oneFirst(sql.type(z.object({ row: z.string() }))`
      select row_to_json(dossiers)::text as row from dossiers where key = 'company:corp.test'
    `);
    expect(row).toContain(dayAgo(3));
    expect(row).not.toContain('ago');
    await pool.query(sql.typeAlias('void')`
      update dossiers set researched_at = now() - interval '6 days', findings_at = now() - interval '6 days'
    `);
    const later = createModel();
    await run(later, 'ada.stone@corp.test');
    expect(later.gathered()).toEqual([]);
    expect(later.written().join()).toContain(`"date":"${dayAgo(3)}"`);
  });

  test('a dossier written or rewritten by the previous release is researched again', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    await pool.query(sql.typeAlias('void')`update dossiers set researched_at = now() + interval '1 second'`);
    const rewritten = createModel();
    await run(rewritten, 'ada.stone@corp.test');
    expect(rewritten.gathered()).toHaveLength(1);
    await pool.query(sql.typeAlias('void')`update dossiers set findings = null, findings_at = null`);
    const old = createModel();
    await run(old, 'ada.stone@corp.test');
    expect(old.gathered()).toHaveLength(1);
  });

  test('the previous release can read the quotes as page text', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    const pages = await pool.oneFirst(sql.type(z.object({ pages: z.unknown() }))`
      select pages from dossiers where key = 'company:corp.test'
    `);
    expect(pages).toEqual([
      {
        url: 'https://corp.test/',
        title: 'corp.test',
        requestedUrl: 'https://corp.test/',
        text: 'corp.test sells things.',
        age: dayAgo(3),
      },
    ]);
  });

  test('a report carries the date of its oldest dossier', async () => {
    const write = () => run(createModel(), 'ada.stone@corp.test');
    expect((await write()).oldestAt).toBeNull();
    await pool.query(sql.typeAlias('void')`
      update dossiers
      set researched_at = case when key like 'company:%' then '2026-11-16T09:00:00Z' else '2026-11-18T09:00:00Z' end::timestamptz
    `);
    await pool.query(sql.typeAlias('void')`update dossiers set findings_at = researched_at`);
    expect((await write()).oldestAt?.toISOString()).toBe('2026-11-16T09:00:00.000Z');
  });

  test('a report carries the earliest expiry of its non-empty dossiers', async () => {
    const keys = { company: 'company:corp.test', person: 'person:x', empty: 'person:y' };
    const all = Object.values(keys).map((key) => ({ key, about: [] }));
    const claimed = await store().claim(all, EPOCH);
    expect(claimed.freshUntil).toBeNull();
    const context = { before: '', after: '', heading: null, opening: '', tableHeader: null, paragraph: null };
    const quote = { text: 'corp.test sells things.', url: 'https://corp.test/', title: '', date: null, ...context };
    const found = { pages: [], names: [], findings: [{ quotes: [quote] }] };
    const kept = [
      { key: keys.company, found, freshForS: 7_200 },
      { key: keys.person, found, freshForS: 3_600 },
      { key: keys.empty, found: { ...found, findings: [] }, freshForS: 60 },
    ];
    await store().save(
      claimed.lease,
      kept.map(({ found, ...one }) => ({ ...one, about: [], whole: found, shared: found })),
    );
    const leftS = ((await store().claim(all, EPOCH)).freshUntil?.getTime() ?? 0) / 1000 - Date.now() / 1000;
    expect(leftS).toBeGreaterThan(3_000);
    expect(leftS).toBeLessThan(3_700);
    const report = await run(createModel(), 'ada.stone@corp.test');
    const reportLeftS = (report.freshUntil?.getTime() ?? 0) / 1000 - Date.now() / 1000;
    expect(reportLeftS).toBeGreaterThan(6_600);
    expect(reportLeftS).toBeLessThan(7_300);
  });

  test('a dossier stored without section openings can still be read', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    await pool.query(
      sql.typeAlias(
        'void',
      )`update dossiers set findings = regexp_replace(findings::text, '"opening": "[^"]*", ', '', 'g')::jsonb`,
    );
    const { known } = await store().claim([{ key: 'company:corp.test', about: [] }], EPOCH);
    const quotes = known.get('company:corp.test')?.findings.flatMap((finding) => finding.quotes) ?? [];
    expect(new Set(quotes.map(({ opening }) => opening))).toEqual(new Set(['']));
  });

  test('results of a failed search are used once but not shared', async () => {
    await run(createModel({ search: 'broken' }), 'ada.stone@corp.test', EPOCH, true);
    const next = createModel();
    await run(next, 'ada.stone@corp.test');
    expect(next.gathered()).toHaveLength(1);
  });

  test('a truncated answer is shared for a day, and subjects missing from it are researched again', async () => {
    await run(createModel({ cutOff: new ModelOutputError('truncated') }), 'ada.stone@corp.test');
    const next = createModel();
    await run(next, 'ada.stone@corp.test');
    expect(next.gathered()).toHaveLength(1);
    expect(next.gathered()[0]).not.toContain('homePage');
    const leftS = await pool.oneFirst(sql.type(z.object({ left: z.number() }))`
      select extract(epoch from fresh_until - now())::float as left from dossiers where key = 'company:corp.test'
    `);
    expect(leftS).toBeLessThan(86_401);
  });

  test.each([
    ['no time', 'an outage kept its home page from being fetched, so the search is incomplete', '/', true, false],
    ['a day', 'its home page is not accessible', '/', false, false],
    ['a week', 'its home page was fetched in the end', '/', true, true],
    ['a week', 'another page could not be fetched', '/jobs', true, false],
  ])('a company’s dossier is shared for %s if %s', async (time, _, path, isOutage, isRead) => {
    const press = {
      ...home('press.test'),
      text: 'Corp grew.',
      quotes: ['Corp grew.'],
      about: 'corp.test',
      foundBy: ['Corp news'],
    };
    const failedFetches = [{ url: `https://www.corp.test${path}`, isOutage }];
    const gathered = { ...gatheredFrom([press, ...(isRead ? [home('corp.test')] : [])]), failedFetches };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const known = await gatherFindings(
        { model: createScriptedModel({ gathered }), dossiers: store() },
        { subject: toSubject(meeting('ada.stone@corp.test')), since: EPOCH, isLastAttempt: () => false },
        new AbortController().signal,
      );
      expect(known.isSearchComplete).toBe(time !== 'no time');
    }
    const leftS = await pool.oneFirst(sql.type(z.object({ left: z.number() }))`
      select extract(epoch from coalesce(fresh_until, now()) - now())::float as left
      from dossiers where key = 'company:corp.test'
    `);
    expect(Math.round(leftS / 86_400)).toBe(time === 'a week' ? 7 : Number(time === 'a day'));
  });

  test('attack 56: a guest who objected is not researched, though the company is', async () => {
    await object('address', 'ada.stone+x@corp.test');
    const fake = createModel();
    const report = await run(fake, 'ada.stone@corp.test');
    expect(fake.gathered()).toHaveLength(1);
    expect(fake.gathered()[0]).not.toContain('ada.stone');
    expect(fake.sites()).toEqual(['corp.test']);
    expect(report.report.guests[0]).toMatchObject({ role: null, facts: [], identity: 'unknown' });
    expect(await keysOfDossiers()).toEqual(['company:corp.test']);
  });

  test('attack 56: research in progress is discarded after an objection', async () => {
    const meanwhile = async () => {
      expect(await keysOfDossiers()).toHaveLength(2);
      await object('domain', 'corp.test');
    };
    await run(createModel({ meanwhile }), 'ada.stone@corp.test');
    expect(await keysOfDossiers()).toEqual([]);
  });

  test('attack 56: an objection deletes every dossier that is or may be about its subject', async () => {
    await run(createModel(), 'ada.stone@corp.test');
    await run(createModel(), 'bo.reed@corp.test');
    await run(createModel(), 'cy.lane@else.test');
    await pool.query(sql.typeAlias('void')`insert into dossiers (key) values ('person:old'), ('company:old')`);
    const { hashes } = encryption;
    const erase = (subject: string, domain: string | null) =>
      deleteObjectedDossiers(pool, { subjects: hashes(subject), domain });
    await erase(addressSubject('ada.stone@corp.test'), null);
    const left = await keysOfDossiers();
    expect(left).toHaveLength(5);
    expect(left).not.toContain('person:old');
    await erase(domainSubject('corp.test'), 'corp.test');
    expect((await keysOfDossiers()).filter((key) => key.startsWith('company:'))).toEqual([
      'company:else.test',
      'company:old',
    ]);
    expect(await keysOfDossiers()).toHaveLength(3);
  });

  test('a dossier is taken over if the run researching it died or failed', async () => {
    await store().claim([{ key: 'company:corp.test', about: [] }], EPOCH);
    await pool.query(sql.typeAlias('void')`update dossiers set leased_until = now()`);
    await run(createModel(), 'ada.stone@corp.test');

    const failing = createScriptedModel({ gathered: () => Promise.reject(new Error('down')) });
    const tools = { model: failing, dossiers: store() };
    const failed = researchMeeting(tools, meeting('bo.reed@other.test'), EPOCH, new AbortController().signal);
    await expect(failed).rejects.toThrow('down');
    const next = createModel();
    await run(next, 'bo.reed@other.test');
    expect(next.gathered()).toHaveLength(1);
  });
});

test('without a dossier store, every run researches again', async () => {
  const model = createScriptedModel({ gathered: NOTHING_GATHERED });
  for (let time = 0; time < 2; time += 1) {
    const tools = { model, dossiers: noDossiers };
    await researchMeeting(tools, meeting('ada.stone@corp.test'), EPOCH, new AbortController().signal);
  }
  expect(model.gathers).toHaveLength(2);
});
