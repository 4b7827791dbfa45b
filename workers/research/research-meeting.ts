import { ModelOutputError, type ResearchModel } from '#providers/research/provider.ts';
import { collectPages, type DossierStore } from './collect-pages.ts';
import { reportNothingFound } from './nothing-found.ts';
import { splitOutdated } from './outdated.ts';
import { synthesisRequest } from './prompts.ts';
import { checkReport } from './report.ts';
import { reportSchema } from './report-draft.ts';
import { withoutNamesakes } from './right-pages.ts';
import { listSources } from './sources.ts';
import { type ResearchableMeeting, toSubject } from './subject.ts';

export type ResearchTools = { model: ResearchModel; dossiers: DossierStore };

/**
 * Researches one meeting: takes what is known and gathers the rest from the web, writes the report from that, drops what no source supports, and scores
 * what is left. About people and companies of whom the web says nothing, the report says just that, without asking the model to write.
 *
 * @param since What was found before is looked for again.
 * @param isLastAttempt Asked once a search did not work: whether what it found is made do with, and the report says so, instead of being tried again.
 * @returns the checked report with scores, when the oldest of what it rests on was looked up (null: in this run), when the first of it goes stale (null: no sooner than this report), the model's own words, and what it took (tokens, paid searches)
 * @throws ModelOutputError (`nothing_usable` when there were sources and nothing of the draft held up against them) and the errors of providers/errors.ts
 */
export async function researchMeeting(
  { model, dossiers }: ResearchTools,
  meeting: ResearchableMeeting,
  since: Date,
  signal: AbortSignal,
  isLastAttempt: () => boolean = () => false,
) {
  const subject = toSubject(meeting);
  const collected = await collectPages({ model, dossiers }, { subject, since, isLastAttempt }, signal);
  const { pages: found, isSearchComplete, oldestAt, freshUntil, raw, usage } = collected;
  const { current: pages, outdated } = splitOutdated(found, subject.companies, new Date());
  const sources = listSources(withoutNamesakes(pages, subject));
  const now = new Date();
  if (sources.length === 0)
    return {
      ...reportNothingFound(subject, { pages, isSearchComplete, now }),
      oldestAt,
      freshUntil,
      rawResponse: raw,
      usage,
    };

  const synthesis = await model.synthesise({ ...synthesisRequest(subject, sources), schema: reportSchema }, signal);
  const checked = checkReport(synthesis.output, { subject, sources, pages, outdated, isSearchComplete, now });
  if (checked.statementsKept === 0) throw new ModelOutputError('nothing_usable');
  return {
    ...checked,
    oldestAt,
    freshUntil,
    rawResponse: synthesis.raw,
    usage: {
      inputTokens: usage.inputTokens + synthesis.usage.inputTokens,
      outputTokens: usage.outputTokens + synthesis.usage.outputTokens,
      searches: usage.searches,
    },
  };
}
