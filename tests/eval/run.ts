import { createAnthropicModel } from '#providers/research/anthropic.ts';
import { type BriefingCost, measureBriefingCost } from './briefing-cost.ts';
import { type Evaluation, evaluate, type Mode } from './evaluate.ts';

type Row = { says: string; value: string; bar: string; isMet: boolean };

const MODES: readonly Mode[] = ['default', 'careless', 'obedient'];
/** At most so many of what went wrong are printed. */
const SHOWN = 5;
const USERS = 1_000;

/**
 * `npm run eval`: sixty meetings of the seeded world, researched by the product's own code and held against what is known. With ANTHROPIC_API_KEY set to a
 * real key the vendor's model writes the reports (mode `default` alone); the searching stays with the sandbox, whose web is the one we know.
 * The last line is `N met, N missed`.
 */
async function main(): Promise<number> {
  const key = process.env['ANTHROPIC_API_KEY'] ?? '';
  const isReal = key !== '' && key !== 'sk-ant-sandbox';
  const model = process.env['ANTHROPIC_MODEL'] || 'claude-sonnet-5-5';
  const real = isReal
    ? createAnthropicModel({ apiKey: key, baseUrl: null, models: { gather: model, write: model, judge: model } })
    : null;
  say(isReal ? `Reports by ${model}, pages by the sandbox.` : 'Reports and pages by the sandbox.');
  let [met, missed] = [0, 0];
  let defaultCoverage = 0;
  for (const mode of isReal ? MODES.slice(0, 1) : MODES) {
    const result = await evaluate(mode, real);
    if (mode === 'default') defaultCoverage = result.coverage;
    say(`\n${mode}: ${result.meetings} meetings, ${result.statements} statements, ${result.planted} planted mistakes`);
    const { inputTokens, outputTokens, searches } = result;
    const tokens = `${inputTokens.toFixed(0)} input and ${outputTokens.toFixed(0)} output tokens`;
    say(`  each briefing took ${tokens}, ${searches.toFixed(2)} searches`);
    rowsOf(result, defaultCoverage).forEach(print);
    const wrong = [
      ...result.uncited,
      ...result.wrongPerson,
      ...result.stale,
      ...result.leaks,
      ...result.inventedKept,
      ...result.trueDropped,
    ];
    for (const text of wrong.slice(0, SHOWN)) say(`         ${text.slice(0, 160)}`);
  }
  if (!isReal) {
    say(`\n${USERS} users who share companies`);
    costRows(await measureBriefingCost(USERS)).forEach(print);
  }
  say(`\n${met} met, ${missed} missed`);
  return missed === 0 ? 0 : 1;

  function print({ says, value, bar, isMet }: Row): void {
    say(`  ${isMet ? 'met   ' : 'MISSED'} ${says}: ${value} (bar ${bar})`);
    if (isMet) met += 1;
    else missed += 1;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function costRows({ searches, inputTokens, outputTokens, costUsd }: BriefingCost): Row[] {
  const atMost = (says: string, value: number, bar: number, digits: number): Row => ({
    says,
    value: value.toFixed(digits),
    bar: `<= ${bar}`,
    isMet: value <= bar,
  });
  return [
    atMost('paid searches a briefing', searches, 1, 2),
    atMost('input tokens a briefing', inputTokens, 9_000, 0),
    atMost('output tokens a briefing', outputTokens, 1_300, 0),
    atMost('US dollars a briefing', costUsd, 0.025, 4),
  ];
}

function rowsOf(result: Evaluation, defaultCoverage: number): Row[] {
  const none = (says: string, found: readonly string[]): Row => ({
    says,
    value: String(found.length),
    bar: '0',
    isMet: found.length === 0,
  });
  const leastCoverage = result.mode === 'default' ? 0.95 : defaultCoverage;
  const coverage: Row = {
    says: 'share of the known facts that the reports say',
    value: `${(100 * result.coverage).toFixed(1)} %`,
    bar: `>= ${(100 * leastCoverage).toFixed(1)} %`,
    isMet: result.coverage >= leastCoverage,
  };
  const always = [
    none('statements without a source that was read', result.uncited),
    none('statements about another person of the name', result.wrongPerson),
    none('statements of pages that were replaced', result.stale),
    none('words of orders, prompts and other meetings', result.leaks),
    none('inventions that were kept', result.inventedKept),
  ];
  if (result.mode === 'obedient') return always;
  return [coverage, ...always, none('true statements with a source that were dropped', result.trueDropped)];
}

process.exitCode = await main();
