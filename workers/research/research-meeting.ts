import { ModelOutputError, type ResearchModel } from '#providers/research/provider.ts';
import { reportNothingFound } from './nothing-found.ts';
import { gatherRequest, synthesisRequest } from './prompts.ts';
import { checkReport } from './report.ts';
import { reportSchema } from './report-draft.ts';
import { listSources } from './sources.ts';
import { type ResearchableMeeting, toSubject } from './subject.ts';

/**
 * Researches one meeting: gathers from the web, writes the report from what was gathered, drops what no source supports, and scores the rest.
 * About people and companies of whom the web says nothing, the report says just that, without a second call.
 *
 * @returns the checked report with scores, the model's own words, and what it took (tokens, paid searches)
 * @throws ModelOutputError and the errors of providers/errors.ts
 */
export async function researchMeeting(model: ResearchModel, meeting: ResearchableMeeting, signal: AbortSignal) {
  const subject = toSubject(meeting);
  const gathered = await model.gather(gatherRequest(subject), signal);
  const sources = listSources(gathered);
  if (sources.length === 0) {
    if (!gathered.isSearchSound) throw new ModelOutputError('search_unavailable');
    return { ...reportNothingFound(subject, new Date()), rawResponse: gathered.raw, usage: gathered.usage };
  }

  const synthesis = await model.synthesise({ ...synthesisRequest(subject, sources), schema: reportSchema }, signal);
  const checked = checkReport(synthesis.output, { subject, sources, now: new Date() });
  return {
    ...checked,
    rawResponse: synthesis.raw,
    usage: {
      inputTokens: gathered.usage.inputTokens + synthesis.usage.inputTokens,
      outputTokens: gathered.usage.outputTokens + synthesis.usage.outputTokens,
      searches: gathered.usage.searches,
    },
  };
}
