import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { findObjections } from '#db/find-objections.ts';
import {
  endSuggestion,
  findSuggestion,
  type SuggestionFailure,
  type SuggestionRow,
  updateSuggestionCost,
} from '#db/queries/offering-suggestions.ts';
import { getUserLanguage } from '#db/queries/readers.ts';
import { getTotalDailyCost, getUserDailyCost } from '#db/queries/unfinished-research.ts';
import { createStoredDossiers } from '#db/stored-dossiers.ts';
import { isSiteOf } from '#domain/site-of.ts';
import { VendorError } from '#providers/errors.ts';
import { createBudget, withBudget } from '#providers/research/budget.ts';
import { ModelOutputError } from '#providers/research/provider.ts';
import { readOwnOffering } from '#workers/briefings/own-offering.ts';
import type { WorkerContext } from '#workers/context.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { toFailure } from './failure.ts';
import { foreseeLastAttempt } from './last-attempt.ts';
import { readSpent } from './spent.ts';

export type OfferingOutcome = 'done' | 'gone' | SuggestionFailure;
type End = Pick<SuggestionRow, 'failure' | 'suggestion' | 'sources'>;

const HEARTBEAT_MS = 15_000;
/** Share of the budget that must remain for uncertain statements to be judged again. */
const LEFT_FOR_SECOND_READING = 0.2;

/** Researches a user's own company, so that the profile can suggest what it offers. */
export function createOfferingActivities(context: WorkerContext) {
  const { pool, encryption, model, logger, meters } = context;
  return {
    /**
     * Researches the company and stores the result. Safe to repeat: skips a finished suggestion and
     * reuses findings that are already stored in dossiers.
     */
    async readOffering({ suggestionId }: { suggestionId: string }): Promise<{ outcome: OfferingOutcome }> {
      const row = await findSuggestion(pool, suggestionId);
      if (row?.state !== 'running') return { outcome: 'gone' };
      const budget = createBudget(context.caps.briefingUsd, readSpent(activityInfo()));
      const isLastAttempt = foreseeLastAttempt(activityInfo(), Date.now());
      const beat = () => heartbeat(budget.spent());
      beat();
      const pulse = setInterval(beat, HEARTBEAT_MS);
      try {
        const end = (await refusalOf(row)) ?? (await read(row, budget, isLastAttempt));
        await endSuggestion(pool, suggestionId, { ...end, usd: budget.spent().usd });
        return { outcome: end.failure ?? 'done' };
      } catch (error) {
        const failure = failureOf(error, isLastAttempt);
        if (failure === null) {
          beat();
          await updateSuggestionCost(pool, suggestionId, budget.spent().usd);
          throw toFailure(error, logger);
        }
        logger.warn({ err: error, failure }, 'failed to read the website of a user’s company');
        await endSuggestion(pool, suggestionId, { failure, suggestion: null, sources: [], usd: budget.spent().usd });
        return { outcome: failure };
      } finally {
        clearInterval(pulse);
      }
    },
  };

  async function refusalOf({ userId, domain }: SuggestionRow): Promise<End | null> {
    const { caps } = context;
    const objections = await findObjections(pool, encryption, { emails: [], domains: [domain] });
    if (objections.domains.size > 0) return none('objected');
    if ((await getTotalDailyCost(pool)) >= caps.dailyTotalUsd) {
      meters.countDailyCap('total');
      return none('failed');
    }
    if ((await getUserDailyCost(pool, userId)) < caps.dailyUserUsd) return null;
    meters.countDailyCap('user');
    return none('daily_cap_reached');
  }

  /** Researches the company like any other. Only the domain and language are taken from the user. */
  async function read(
    { id, userId, domain, createdAt, isRepeat }: SuggestionRow,
    budget: ReturnType<typeof createBudget>,
    isLastAttempt: () => boolean,
  ): Promise<End> {
    const tools = {
      model: withBudget(model, budget),
      dossiers: createStoredDossiers(context, id),
      mayAskAgain: () => budget.left() > LEFT_FOR_SECOND_READING,
    };
    const company = {
      title: '',
      description: null,
      start: new Date(),
      companyDomain: null,
      externalDomains: [domain],
      participants: [],
      language: await getUserLanguage(pool, userId),
    };
    const since = isRepeat ? createdAt : new Date(0);
    const { report } = await researchMeeting(tools, company, since, cancellationSignal(), isLastAttempt);
    const offering = readOwnOffering(report, domain);
    if (offering.suggestion !== null) return { ...offering, failure: null };
    return none(report.sources.some(({ url }) => isSiteOf(url, domain)) ? 'nothing_found' : 'site_unreadable');
  }

  /** Returns null if the attempt should be retried. */
  function failureOf(error: unknown, isLastAttempt: () => boolean): SuggestionFailure | null {
    if (error instanceof ModelOutputError && error.code === 'nothing_usable') return 'nothing_found';
    const isFinal = isLastAttempt() || (error instanceof ModelOutputError && !error.isRetryable);
    if (!(error instanceof VendorError) || !isFinal) return null;
    return error.code === 'search_unavailable' ? 'site_unreadable' : 'failed';
  }
}

function none(failure: SuggestionFailure): End {
  return { failure, suggestion: null, sources: [] };
}
