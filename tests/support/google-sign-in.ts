import * as z from 'zod';
import { signInSocial } from '#contract/auth.ts';
import type { Provider } from '#contract/http.ts';
import type { TestApi } from './api.ts';
import type { Answer, HttpClient } from './http-client.ts';
import { answerConsent } from './sandbox.ts';

const botToken = z.object({ token: z.string() });

/** Returns a token like those the challenge widget issues on our pages. */
export async function getBotToken({ sandbox, config }: TestApi, action = 'login'): Promise<string> {
  const hostname = new URL(config.publicUrl).hostname;
  return botToken.parse(await sandbox.control(sandbox.turnstile, '/token', { hostname, action })).token;
}

/** Responses of Google's token endpoint that no retry can fix, for the sandbox's `/faults`. */
export const TOKEN_FAULTS: [answer: string, fault: object][] = [
  ["rejects this installation's client", { status: 401, body: { error: 'invalid_client' } }],
  ['responds with something other than JSON', { status: 200, body: '<html>hello</html>' }],
  ['responds with malformed JSON', { status: 200, body: '{"access', headers: { 'Content-Type': 'application/json' } }],
  ['responds with JSON null', { status: 200, body: null }],
];

type SignInOptions = { callbackURL?: string; isPopup?: boolean; timezone?: string; locale?: string };

/** Goes from the sign-in button to Google's consent page. Returns its URL. */
export async function startGoogleSignIn(api: TestApi, client: HttpClient, body: SignInOptions = {}): Promise<string> {
  const { url } = await client.data(signInSocial, {
    body: { provider: 'google', ...body },
    headers: { 'X-Turnstile-Token': await getBotToken(api) },
  });
  return locationOf(await client.request('GET', onServer(api, url)));
}

/** Signs in through button, consent page and callback. Returns where the callback redirects. */
export async function signInWithGoogle(
  api: TestApi,
  client: HttpClient,
  account: string,
  options: SignInOptions & { tick?: string[] } = {},
): Promise<string> {
  const { tick, ...body } = options;
  const consent = await startGoogleSignIn(api, client, body);
  // A concurrent sign-in in the same browser replaced the session, which invalidated the ticket.
  if (consent === '/login') return consent;
  const landed = await answerConsent(consent, { account, ...(tick ? { tick } : {}) });
  return locationOf(await client.request('GET', onServer(api, landed.href)));
}

/** Connects as in Settings, up to the end of consent. Returns the code and state that the callback page would post. */
export async function consentToCalendar(
  client: HttpClient,
  account: string,
  { provider = 'google', tick }: { provider?: Provider; tick?: string[] } = {},
): Promise<{ authCode: string; state: string }> {
  const start = `/api/auth/${provider}?purpose=calendar_connect&isPopup=true`;
  const consent = locationOf(await client.request('GET', start));
  const landed = await answerConsent(consent, { account, ...(tick ? { tick } : {}) });
  return { authCode: landed.searchParams.get('code') ?? '', state: landed.searchParams.get('state') ?? '' };
}

export function locationOf(answer: Answer): string {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`no redirect, but ${answer.status}: ${answer.text}`);
  return location;
}

/** Replaces the host of PUBLIC_URL, `localhost`, with 127.0.0.1, where the server listens. */
export function onServer({ url, config }: TestApi, address: string): string {
  return address.replace(config.publicUrl, url);
}
