import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { resolvePromtool } from '#scripts/tools/promtool.ts';
import { tallySteps } from '#tests/support/tally-steps.ts';

const folder = join(repositoryRoot, 'ops/prometheus');
const RULES = 'alerts.yml';
const CASES = 'alerts.test.yml';

const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const cases = z.object({
  tests: z.array(
    z.object({
      input_series: z.array(z.object({ values: z.string() })),
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).optional() })),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

/**
 * `npm run test:alerts`: promtool checks the alert rules, the scrape configuration and the dashboard's expressions,
 * and runs ops/prometheus/alerts.test.yml. The last line is `N passed, N failed`.
 */
async function runAlerts(): Promise<number> {
  const { step, end } = tallySteps();
  try {
    const promtool = await step('promtool', (progress) => resolvePromtool({ progress }));
    const run = async (...args: string[]) => await runCommand(promtool, args, { cwd: folder });
    const checks: [string, () => Promise<unknown>][] = [
      ['the rules are valid', () => run('check', 'rules', '--lint=all', '--lint-fatal', RULES)],
      ['the scrape configuration is valid', () => run('check', 'config', '--syntax-only', 'prometheus.yml')],
      ['each dashboard expression is valid', () => checkDashboard(run)],
      ['each rule has a case where it fires and one where it does not', expectCases],
      ['each rule handles counters and gauges that are absent at first', expectAbsence],
      ['each case has its expected outcome', () => run('test', 'rules', CASES)],
    ];
    for (const [title, check] of checks) await step(title, check);
  } catch {
    // The step has reported the error.
  }
  return end();
}

/** Checks the dashboard's expressions. promtool only checks rules, so each expression becomes a rule. */
async function checkDashboard(run: (...args: string[]) => Promise<string>): Promise<void> {
  const { panels } = dashboard.parse(
    JSON.parse(await readFile(join(repositoryRoot, 'ops/grafana/foreword.json'), 'utf8')),
  );
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  // promtool does not know Grafana's interval variable.
  const recorded = expressions.map((expr, index) => ({
    record: `panel_${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  const temporary = await mkdtemp(join(tmpdir(), 'foreword-dashboard-'));
  try {
    const file = join(temporary, 'dashboard.yml');
    await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    await run('check', 'rules', '--lint=none', file);
  } finally {
    await rm(temporary, { recursive: true });
  }
}

const read = async (name: string): Promise<unknown> => parse(await readFile(join(folder, name), 'utf8'));

async function readRules() {
  return rules.parse(await read(RULES)).groups.flatMap((group) => group.rules);
}

async function expectCases(): Promise<void> {
  const names = (await readRules()).map(({ alert }) => alert);
  const played = cases.parse(await read(CASES)).tests.flatMap((test) => test.alert_rule_test);
  const lacking = names.filter((name) => {
    const own = played.filter(({ alertname }) => alertname === name);
    const fires = own.some(({ exp_alerts: alerts = [] }) => alerts.length > 0);
    return !fires || own.every(({ exp_alerts: alerts = [] }) => alerts.length > 0);
  });
  if (lacking.length > 0) throw new Error(`missing a firing or a silent case: ${lacking.join(', ')}`);
}

/**
 * Checks that each rule on a counter includes the counter's first value and has a firing case that begins with absent
 * values, and that for each gauge some rule fires when it is absent.
 */
async function expectAbsence(): Promise<void> {
  const known = await readRules();
  const { tests } = cases.parse(await read(CASES));
  const wrong: string[] = [];
  for (const { alert, expr } of known) {
    const ranges = [...expr.matchAll(/\b(?:increase|rate)\((.+?)\[(\w+)\]\)/g)];
    for (const [, series, window] of ranges)
      if (!expr.includes(`(${series} unless present_over_time(${series}[${window}] offset ${window}))\n  or increase(`))
        wrong.push(`${alert} misses the first value of ${series}`);
    const firesFirst = tests.some(
      (test) =>
        test.input_series.some(({ values }) => values.startsWith('_')) &&
        test.alert_rule_test.some(({ alertname, exp_alerts: alerts = [] }) => alertname === alert && alerts.length > 0),
    );
    if (ranges.length > 0 && !firesFirst) wrong.push(`${alert} has no firing case that begins with absent values`);
  }
  const all = known.map(({ expr }) => expr).join('\n');
  const gauges = new Set(all.match(/\bforeword_\w+(?<!_total|_count|_bucket)\b/g));
  for (const gauge of gauges) if (!all.includes(`absent(${gauge})`)) wrong.push(`nothing fires without ${gauge}`);
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

process.exit(await runAlerts());
