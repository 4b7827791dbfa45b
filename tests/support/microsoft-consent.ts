import type { CalendarGrant, CalendarProvider } from '#providers/calendar/provider.ts';
import { consentPage } from './google-consent.ts';
import { answerConsent } from './sandbox.ts';

/** Completes the consent page. Returns the grant. */
export async function grantMicrosoft(provider: CalendarProvider, email: string): Promise<CalendarGrant> {
  const { page, ...exchange } = consentPage(provider);
  return await provider.exchangeCode({ ...exchange, code: await allowAt(page, email) });
}

/** Answers the consent page as a user would. Returns the code. */
export async function allowAt(page: string, email: string): Promise<string> {
  const landed = await answerConsent(page, { account: email });
  const code = landed.searchParams.get('code');
  if (!code) throw new Error(`no code came back: ${landed.search}`);
  return code;
}
