import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foldPage, locateQuote } from '#domain/locate-quote.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { inLanes } from '#tests/support/in-lanes.ts';
import type { Fault } from '#workers/research/fault.ts';
import type { Finding } from '#workers/research/finding.ts';
import type { Cast, Ruling } from '#workers/research/statement.ts';
import { type Verified, verifyStatements } from '#workers/research/verify/verify-statements.ts';
import { type ClaimVerdict, measureClaims, measureInvitations } from './claims-figures.ts';
import { type LabelledPage, readClaims } from './claims-file.ts';
import { INVITATIONS, ruleInvitation } from './invitations.ts';
import { createLiveModel } from './live-model.ts';
import { type AnsweringModel, createRecorder, createReplay } from './recordings.ts';
import { say } from './say.ts';

const RECORDINGS = join(repositoryRoot, 'tests/eval/recordings/claims');
/** Requests contain the date, so recorded answers need this one. */
const TODAY = '2026-11-22';
/** Pages judged concurrently. */
const AT_ONCE = 16;

/**
 * `npm run eval:claims -- [FILE...] [--out FILE] [--today YYYY-MM-DD]`: verifies labelled statements like those of a
 * briefing and prints precision and recall. With ANTHROPIC_API_KEY set, the model answers; otherwise recorded answers
 * do, and a request without one is an error. Without a FILE, conclusions from invitations alone are verified too.
 * `--record` (`npm run eval:record`) stores the model's answers under the name of `--reader`. Exits with code 1 if a
 * bar is missed.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      today: { type: 'string', default: TODAY },
      record: { type: 'boolean', default: false },
      reader: { type: 'string' },
    },
  });
  const files =
    positionals.length > 0 ? positionals : globSync(join(repositoryRoot, 'tests/eval/claims/*.jsonl')).toSorted();
  const pages = files.flatMap(readClaims);
  const live = createLiveModel(process.env);
  if (values.record && !live)
    throw new Error('Recording needs a model: set ANTHROPIC_API_KEY, and ANTHROPIC_BASE_URL for another one.');
  const replay = createReplay(RECORDINGS);
  const answering = live ?? replay;
  const model = values.record ? createRecorder(answering, RECORDINGS, values.reader ?? live?.name ?? '') : answering;

  const failures: string[] = [];
  const verdicts = (
    await inLanes(AT_ONCE, pages, async (page) => {
      try {
        const { rulings, error } = await rulePage(page, model, values.today);
        if (error) failures.push(`${page.page}: ${error.message}`);
        return nameRulings(page, rulings);
      } catch (error) {
        failures.push(`${page.page}: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      }
    })
  ).flat();
  const conclusions = (
    await inLanes(AT_ONCE, positionals.length > 0 ? [] : INVITATIONS, async (one) => {
      const { rulings, error } = await ruleInvitation(one, model, values.today);
      if (error) failures.push(`${one.title}: ${error.message}`);
      return rulings.map(({ verdict }, at) => ({ asks: one.statements[at]?.asks ?? true, isKept: verdict === 'kept' }));
    })
  ).flat();
  if (values.out) writeFileSync(values.out, verdicts.map(toLine).join(''));

  const readers = Map.groupBy(replay.used, ({ reader, date }) => `${reader} on ${date}`);
  const recorded = [...readers].map(([reader, some]) => `${reader} (${some.length} recorded answers)`).join(', ');
  say(`Answered by ${live?.name ?? (recorded || 'nobody')}.`);
  const { statements, rows: ofClaims, byKind } = measureClaims(pages, verdicts);
  const rows = [...ofClaims, ...(conclusions.length > 0 ? measureInvitations(conclusions) : [])];
  say(`${statements} statements on ${pages.length} pages`);
  byKind.forEach((line) => say(`  ${line}`));
  rows.forEach(({ says, value, bar, isMet }) => say(`  ${isMet ? 'met   ' : 'MISSED'} ${says}: ${value} (bar ${bar})`));
  failures.forEach((line) => say(`  FAILED ${line}`));
  const missed = rows.filter(({ isMet }) => !isMet).length + failures.length;
  say(`${rows.length + failures.length - missed} met, ${missed} missed`);
  return missed === 0 ? 0 : 1;
}

/** Verifies the statements of one page as facts about its guest, if any, otherwise about its company. */
async function rulePage(page: LabelledPage, model: AnsweringModel, today: string): Promise<Verified> {
  const { company, person } = page.subject;
  const folded = foldPage(page.text);
  const quotes = [...new Set(page.statements.flatMap((statement) => statement.quotes))];
  const about = person ? 'g1' : company.domain;
  const found = quotes.flatMap((text) => {
    const context = locateQuote(folded, text);
    return context ? [{ text, url: page.url, title: page.title, date: page.date, ...context }] : [];
  });
  const findings = found.map(
    (quote, index): Finding => ({ id: `f${index + 1}`, kind: 'page', about, quotes: [quote] }),
  );
  const statements = page.statements.map((statement, index) => ({
    id: `t${index + 1}`,
    kind: 'fact' as const,
    text: statement.statement,
    about,
    findingIds: findings
      .filter(({ quotes: [quote] }) => quote && statement.quotes.includes(quote.text))
      .map(({ id }) => id),
  }));
  const cast: Cast = {
    companies: [{ domain: company.domain, names: [company.name] }],
    guests: person ? [{ id: 'g1', ...person, companyDomain: company.domain }] : [],
  };
  // Not printed for vetoed statements: they are among the verdicts.
  const onFault = (fault: Fault) => fault.step === 'veto' || say(`  ${page.page}: ${JSON.stringify(fault)}`);
  return await verifyStatements(
    { statements, findings, cast, today },
    { model, onFault },
    new AbortController().signal,
  );
}

/** Returns the rulings with the ids that the file gives the statements. */
function nameRulings({ statements }: LabelledPage, rulings: readonly Ruling[]): ClaimVerdict[] {
  return rulings.flatMap(({ id, verdict, by, reason }) => {
    const statement = statements[Number(id.slice(1)) - 1];
    return statement ? [{ id: statement.id, verdict, by, reason }] : [];
  });
}

function toLine(verdict: ClaimVerdict): string {
  return `${JSON.stringify(verdict)}\n`;
}

process.exitCode = await main();
