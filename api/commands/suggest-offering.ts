import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiContext } from '#api/context.ts';
import { type ApiError, conflict, rateLimited, unauthorized, unavailable } from '#api/errors.ts';
import type { DataOf } from '#contract/http.ts';
import type { suggestOffering as endpoint } from '#contract/offering.ts';
import {
  countSuggestions,
  findCurrentSuggestion,
  findSuggestion,
  insertSuggestion,
  type SuggestionRow,
} from '#db/queries/offering-suggestions.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { lockAndFindUser } from '#db/queries/users.ts';
import { companyDomainOf } from '#domain/company-domain.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';

const MOST_AN_HOUR = 5;
const POLL_MS = 400;

/**
 * Suggests an offering from the website of the user's company. Starts reading the site, unless a suggestion is in
 * progress or recent, and waits a while for the result.
 *
 * @returns a null suggestion if the site is still being read
 * @throws 409 if there is nothing to read or suggest, 429 after five in an hour, 503 if the research failed
 */
export async function suggestOffering(context: ApiContext, userId: string): Promise<DataOf<typeof endpoint>> {
  const id = await beginSuggestion(context, userId);
  const until = Date.now() + context.config.suggestionWaitMs;
  for (;;) {
    const row = await findSuggestion(context.pool, id);
    if (row?.state === 'done') return { suggestion: row.suggestion, domain: row.domain, sources: row.sources };
    if (!row || row.state === 'failed') throw refusal(row);
    if (Date.now() >= until || context.isStopping()) return { suggestion: null, domain: null, sources: [] };
    await sleep(POLL_MS);
  }
}

/** Returns the id of the current suggestion, or starts one. Of concurrent calls, only one starts it. */
async function beginSuggestion({ pool }: ApiContext, userId: string): Promise<string> {
  return await pool.transaction(async (transaction) => {
    const user = await lockAndFindUser(transaction, userId);
    if (!user) throw unauthorized();
    const domain = user.companyDomain;
    if (domain === null) throw conflict('Save your company domain first. There is no site to read.');
    if (companyDomainOf(domain) === null) {
      throw conflict(`${domain} is an email service, not a company’s website. Save your company domain first.`);
    }
    const current = await findCurrentSuggestion(transaction, { userId, domain });
    if (current) return current.id;
    const { count, firstEndsInS } = await countSuggestions(transaction, userId);
    if (count >= MOST_AN_HOUR) throw tooMany(firstEndsInS);
    const suggestionId = await insertSuggestion(transaction, { userId, domain });
    await insertOutboxMessages(transaction, [{ workflow: 'offering', userId, suggestionId }]);
    return suggestionId;
  });
}

function tooMany(waitS: number): ApiError {
  const retryAfter = Math.max(1, waitS);
  return rateLimited({
    retryAfter,
    limit: MOST_AN_HOUR,
    remaining: 0,
    reset: Math.ceil(Date.now() / 1000) + retryAfter,
  });
}

function refusal(row: SuggestionRow | null): ApiError {
  const site = row?.domain ?? 'The site';
  switch (row?.failure) {
    case 'site_unreadable':
      return conflict(`${site} could not be read. Please try again later, or enter a description.`);
    case 'nothing_found':
      return conflict(`${site} does not say clearly what your company offers. Please enter a description.`);
    case 'objected':
      return conflict(`${site} has asked not to be researched. Please enter a description.`);
    case 'daily_cap_reached':
      return conflict('You’ve reached the 24-hour research limit. Please try again later, or enter a description.');
    default:
      return unavailable(
        new LoggableError('suggestion failed'),
        'We couldn’t prepare a suggestion. Please try again later, or enter a description.',
      );
  }
}
