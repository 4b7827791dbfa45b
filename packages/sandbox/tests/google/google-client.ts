import { createHash, randomBytes } from 'node:crypto';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { calendar, type calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import * as z from 'zod';

export const calendarScope = 'https://www.googleapis.com/auth/calendar';
export const redirectUri = 'http://localhost:3000/auth/callback';

/** Returns the official OAuth client pointed at the sandbox, as the product builds it. */
export function oauthClient(url: string): OAuth2Client {
  return new OAuth2Client({
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    redirectUri,
    issuers: ['https://accounts.google.com'],
    endpoints: {
      oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${url}/token`,
      oauth2RevokeUrl: `${url}/revoke`,
      tokenInfoUrl: `${url}/tokeninfo`,
      oauth2FederatedSignonPemCertsUrl: `${url}/oauth2/v1/certs`,
      oauth2FederatedSignonJwkCertsUrl: `${url}/oauth2/v3/certs`,
    },
  });
}

export type Consent = {
  scope?: string[];
  access?: 'offline' | 'online';
  prompt?: string;
  nonce?: string;
  state?: string;
  account?: string;
  /** The scopes that stay ticked; all requested ones by default. */
  tick?: string[];
  decision?: 'allow' | 'cancel';
};

/** Returns the official client's consent URL and its PKCE verifier. */
export function consentUrl(url: string, consent: Consent = {}): { page: string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const page = oauthClient(url).generateAuthUrl({
    scope: consent.scope ?? ['openid', 'email', 'profile', calendarScope],
    access_type: consent.access ?? 'offline',
    state: consent.state ?? 'the-state',
    nonce: consent.nonce ?? 'the-nonce',
    code_challenge_method: CodeChallengeMethod.S256,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...(consent.prompt !== undefined && { prompt: consent.prompt }),
  });
  return { page, verifier };
}

/** Submits the consent form as a browser would. @returns the redirect target */
export async function submitConsent(url: string, page: string, consent: Consent = {}): Promise<URL> {
  const asked = (consent.scope ?? [calendarScope]).filter((scope) => scope.startsWith('http'));
  const form = new URLSearchParams({ decision: consent.decision ?? 'allow' });
  form.set('account', consent.account ?? 'dana@harborline.test');
  for (const scope of consent.tick ?? asked) form.append('scope', scope);
  const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? `${url}/no-redirect-${answer.status}`);
}

/** Runs the whole consent flow and exchanges the code for tokens. */
export async function connect(url: string, consent: Consent = {}) {
  const { page, verifier } = consentUrl(url, consent);
  const landed = await submitConsent(url, page, consent);
  const client = oauthClient(url);
  const { tokens } = await client.getToken({
    code: landed.searchParams.get('code') ?? '',
    codeVerifier: verifier,
    redirect_uri: redirectUri,
  });
  client.setCredentials(tokens);
  return { client, tokens, landed };
}

export async function control(url: string, path: string, body: unknown = {}): Promise<unknown> {
  const answer = await fetch(`${url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Returns the official calendar client with a read/write token for an account. */
export async function calendarOf(url: string, email: string): Promise<calendar_v3.Calendar> {
  const answer = z.object({ access_token: z.string() }).parse(await control(url, 'token', { email }));
  return calendarWith(url, answer.access_token);
}

export function calendarWith(url: string, accessToken: string): calendar_v3.Calendar {
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: accessToken });
  return calendar({ version: 'v3', auth, rootUrl: `${url}/`, retry: false });
}

/** Returns the `[status, reason]` of a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<[number, string | undefined]> {
  const seen = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) });
  const body = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });
  try {
    await call;
  } catch (error) {
    const { response } = seen.parse(error);
    return [response.status, body.safeParse(response.data).data?.error.errors[0]?.reason];
  }
  throw new Error('The call was not refused.');
}
