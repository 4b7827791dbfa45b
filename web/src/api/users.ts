import { queryOptions } from '@tanstack/react-query';
import type { sendTestBriefing } from '#contract/briefings.ts';
import type { BodyOf, DataOf } from '#contract/http.ts';
import type { suggestOffering } from '#contract/offering.ts';
import type {
  addBlacklistDomain,
  getBriefingPreferences,
  getDomainBlacklist,
  removeBlacklistDomain,
  setBriefingPreferences,
  updateProfile,
} from '#contract/users.ts';
import { call, caller, read } from './client.ts';

/** Saves changes to the profile. @param body only the changed fields */
export const putProfile = caller<typeof updateProfile>('put', '/users/profile');

/** Reading a site may outlast a single request, so the call is repeated. */
const SUGGESTION_TRIES = 10;

/** Suggests what the user's company offers. @returns null if its site is still being read */
export async function postOfferingSuggestion(): Promise<
  (DataOf<typeof suggestOffering> & { suggestion: string }) | null
> {
  for (let tries = 0; tries < SUGGESTION_TRIES; tries += 1) {
    const { suggestion, ...made } = await call<typeof suggestOffering>({
      method: 'post',
      path: '/users/offering/suggest',
    });
    if (suggestion !== null) return { suggestion, ...made };
  }
  return null;
}

export const domainBlacklistQuery = queryOptions({
  queryKey: ['domain-blacklist'],
  queryFn: async () => (await read<typeof getDomainBlacklist>('/users/domain-blacklist')).excludedDomains,
});

export function postBlacklistDomain(domain: string) {
  return call<typeof addBlacklistDomain>({ method: 'post', path: '/users/domain-blacklist', body: { domain } });
}

export function deleteBlacklistDomain(domain: string) {
  const path = '/users/domain-blacklist/:domain';
  return call<typeof removeBlacklistDomain>({ method: 'delete', path, params: { domain } });
}

export const briefingPreferencesQuery = queryOptions({
  queryKey: ['briefing-preferences'],
  queryFn: async () => (await read<typeof getBriefingPreferences>('/users/briefing-preferences')).preferences,
});

/** Sends the user a test briefing. @returns a message that contains the recipient's address */
export async function postTestBriefing() {
  return (await call<typeof sendTestBriefing>({ method: 'post', path: '/briefings/test' })).message;
}

export async function putBriefingPreferences(body: BodyOf<typeof setBriefingPreferences>) {
  const path = '/users/briefing-preferences';
  return (await call<typeof setBriefingPreferences>({ method: 'put', path, body })).preferences;
}
