import { createHash, randomBytes } from 'node:crypto';
import { CALENDAR_SCOPES, type CalendarGrant, type CalendarProvider } from '#providers/calendar/provider.ts';

const REDIRECT_URI = 'http://localhost:3000/auth/callback';

/** Completes the consent page. Returns the grant. */
export async function grantGoogle(provider: CalendarProvider, email: string): Promise<CalendarGrant> {
  const { codeVerifier, nonce, page } = consentPage(provider);
  const code = await allow(page, email);
  return await provider.exchangeCode({ code, redirectUri: REDIRECT_URI, codeVerifier, nonce });
}

export function consentPage(provider: CalendarProvider) {
  const codeVerifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(16).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const page = provider.authorizationUrl({ redirectUri: REDIRECT_URI, state: 'state', nonce, codeChallenge });
  return { codeVerifier, nonce, page, redirectUri: REDIRECT_URI };
}

/** Submits the consent form as a user would. Returns the code. */
export async function allow(page: string, email: string, scopes: readonly string[] = [CALENDAR_SCOPES.google]) {
  const form = new URLSearchParams({ decision: 'allow', account: email });
  for (const scope of scopes) form.append('scope', scope);
  const response = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(response.headers.get('location') ?? page).searchParams.get('code');
  if (!code) throw new Error(`no code came back (${response.status})`);
  return code;
}
