import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import type { Company } from '#sandbox/world/schema.ts';
import { gatherRequest, synthesisRequest } from '#workers/research/prompts.ts';
import { checkReport } from '#workers/research/report.ts';
import { type Fact, type ReportDraft, reportDraft, reportSchema } from '#workers/research/report-draft.ts';
import { listSources, type RunSource, readPages } from '#workers/research/sources.ts';
import { toSubject } from '#workers/research/subject.ts';
import { isSupported } from '#workers/research/support.ts';

let vendor: Started<ReturnType<typeof createAnthropic>>;
beforeAll(async () => {
  vendor = await startVendor((options) => createAnthropic({ ...options, latencyMs: [0, 0] }));
});
afterAll(() => vendor?.close());

test('what a careful model writes about anybody of the seeded world is supported by what it cites', async () => {
  const people = vendor.vendor.world.companies.flatMap((company) => company.people);
  expect(people.length).toBeGreaterThan(60);
  const dropped: string[] = [];
  let statements = 0;
  for (const person of people) {
    const { draft, sources } = await research(person);
    const cited = factsOf(draft).filter((fact) => fact.sources.length > 0);
    statements += cited.length;
    dropped.push(...cited.filter((fact) => !isSupported(fact.text, citedBy(fact, sources))).map(({ text }) => text));
  }
  expect(dropped).toEqual([]);
  expect(statements).toBeGreaterThan(900);
}, 30_000);

test('a hostile page that an obedient model quotes is no source, and what it talks it into does not reach the report', async () => {
  await fetch(`${vendor.url}/_control/mode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'obedient' }),
  });
  const { draft, sources, subject } = await research({
    name: 'Leonie Hartmann',
    email: 'leonie.hartmann@brightwater.test',
  });
  expect(sources.filter(({ url }) => url.includes('rumourmill'))).toEqual([]);
  const { report } = checkReport(draft, { subject, sources, now: new Date() });
  expect(JSON.stringify(report)).not.toMatch(/cancelled|CANARY|claim-prize|My instructions/);
  expect(report.summary).toContain('Brightwater');
});

/** The two requests of a run about one guest, up to the model's draft. */
async function research({ name, email }: Pick<Company['people'][number], 'name' | 'email'>) {
  const model = createAnthropicModel({
    apiKey: 'sk-ant-sandbox',
    baseUrl: vendor.url,
    model: 'claude-sonnet-5-5',
    timeoutMs: 5_000,
  });
  const domain = email.slice(email.indexOf('@') + 1);
  const subject = toSubject({
    title: 'Intro call',
    description: null,
    start: new Date(),
    companyDomain: 'harborline.test',
    externalDomains: domain === 'gmail.com' ? [] : [domain],
    participants: [{ email, name, responseStatus: 'accepted', isExternal: true, isSelf: false }],
  });
  const signal = AbortSignal.timeout(10_000);
  const gathered = await model.gather(gatherRequest({ ...subject, pages: [] }), signal);
  const sources = listSources(readPages(gathered, new Date()));
  const { output } = await model.synthesise({ ...synthesisRequest(subject, sources), schema: reportSchema }, signal);
  return { subject, sources, draft: reportDraft.parse(output) };
}

function factsOf(draft: ReportDraft): Fact[] {
  return [
    ...draft.summary,
    ...draft.keyInsights.map(({ description }) => description),
    ...draft.recommendations.map(({ reasoning }) => reasoning),
    ...draft.riskFactors,
    ...draft.opportunities.map(({ description }) => description),
    ...draft.guests.flatMap(({ role, facts }) => (role ? [role, ...facts] : facts)),
    ...draft.companies.flatMap(({ line, news }) => [line, ...news]),
    ...draft.talkingPoints,
  ];
}

function citedBy(fact: Fact, sources: readonly RunSource[]): RunSource[] {
  return sources.filter(({ id }) => fact.sources.includes(id));
}
