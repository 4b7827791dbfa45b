import { createHash, randomBytes } from 'node:crypto';
import type { CalendarGrant, CalendarProvider } from '#providers/calendar/provider.ts';

/** Grants every requested scope on the sandbox's consent page and returns the grant. */
export async function grantAtSandbox(google: CalendarProvider, account: string): Promise<CalendarGrant> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const redirectUri = 'http://127.0.0.1/seed';
  const nonce = randomBytes(16).toString('base64url');
  const url = google.authorizationUrl({
    redirectUri,
    state: '',
    nonce,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  });
  const asked = new URL(url).searchParams.get('scope')?.split(' ') ?? [];
  const form = new URLSearchParams({ account, decision: 'allow' });
  for (const scope of asked) form.append('scope', scope);
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? url).searchParams.get('code');
  if (code === null) throw new Error(`The sandbox gave no consent for ${account} (status ${answer.status}).`);
  return await google.exchangeCode({ code, redirectUri, codeVerifier, nonce });
}
