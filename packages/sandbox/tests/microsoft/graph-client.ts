import { createHash, randomBytes } from 'node:crypto';
import { Client, type Context, type Middleware } from '@microsoft/microsoft-graph-client';
import type { Event } from '@microsoft/microsoft-graph-types';
import * as z from 'zod';
import { createMicrosoft, type MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';
import { type Started, type StartOptions, startVendor } from '#sandbox/start-vendor.ts';

export const mira = 'mira@eastgate.test';
export const redirectUri = 'http://localhost:3000/auth/callback';
export const allScopes = 'openid profile email offline_access User.Read Calendars.Read';

/** An event, or a delta's record of a removed one. */
export type DeltaEvent = Event & { '@removed'?: { reason: string } };
export type Collection = { value: DeltaEvent[]; '@odata.nextLink'?: string; '@odata.deltaLink'?: string };

export async function startMicrosoft(options: StartOptions = {}): Promise<Started<MicrosoftVendor>> {
  return await startVendor(createMicrosoft, options);
}

/** Redirects the official client to the sandbox; the client omits the token over plain http. */
class SandboxHandler implements Middleware {
  readonly #url: string;
  readonly #token: string;
  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }
  async execute(context: Context): Promise<void> {
    const target = String(context.request).replace('https://graph.microsoft.com', this.#url);
    const headers = new Headers(z.custom<Headers>().parse(context.options?.headers ?? {}));
    headers.set('authorization', `Bearer ${this.#token}`);
    const { method, body } = context.options ?? {};
    context.response = await fetch(target, { headers, ...(method && { method }), ...(body && { body }) });
  }
}

/** Returns the official client, pointed at the sandbox with a token. */
export function graphWith(url: string, token: string): Client {
  return Client.initWithMiddleware({ middleware: new SandboxHandler(url, token) });
}

/** Returns the official client with a read/write token for an account. */
export async function graphOf(url: string, email: string): Promise<Client> {
  return graphWith(url, await tokenOf(url, email));
}

export async function tokenOf(url: string, email: string): Promise<string> {
  return z.object({ access_token: z.string() }).parse(await control(url, 'token', { email })).access_token;
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

export type Consent = {
  tenant?: string;
  scope?: string;
  account?: string;
  decision?: 'allow' | 'cancel';
  /** Overrides for query parameters; undefined omits one. */
  parameters?: Record<string, string | undefined>;
};

/** Returns the consent URL and its PKCE verifier. */
export function consentUrl(url: string, consent: Consent = {}): { page: string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const page = new URL(`${url}/${consent.tenant ?? 'common'}/oauth2/v2.0/authorize`);
  const parameters = {
    client_id: 'sandbox-client',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: consent.scope ?? allScopes,
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...consent.parameters,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) page.searchParams.set(name, value);
  return { page: page.href, verifier };
}

/** Submits the consent form as a person would. @returns the redirect target */
export async function submitConsent(page: string, consent: Consent = {}): Promise<URL> {
  const form = new URLSearchParams({ decision: consent.decision ?? 'allow', account: consent.account ?? mira });
  const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`The consent page returned ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

const tokens = z.object({
  token_type: z.string(),
  scope: z.string(),
  expires_in: z.number(),
  access_token: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
});

/** Calls `POST /token` with the client id and secret in the form. */
export async function tokenCall(url: string, fields: Record<string, string>, tenant = 'common') {
  const form = { client_id: 'sandbox-client', client_secret: 'sandbox-secret', ...fields };
  const answer = await fetch(`${url}/${tenant}/oauth2/v2.0/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) };
}

/** Runs the whole consent flow and exchanges the code for tokens. */
export async function connect(url: string, consent: Consent = {}) {
  const { page, verifier } = consentUrl(url, consent);
  const landed = await submitConsent(page, consent);
  const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier };
  const answer = await tokenCall(url, { ...grant, code: landed.searchParams.get('code') ?? '' }, consent.tenant);
  return { landed, tokens: tokens.parse(answer.body) };
}

export async function refresh(url: string, refreshToken: string) {
  return await tokenCall(url, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** Returns the `[status, code]` of a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<[number, string | null]> {
  try {
    await call;
  } catch (error) {
    const { statusCode, code } = z.object({ statusCode: z.number(), code: z.string().nullable() }).parse(error);
    return [statusCode, code];
  }
  throw new Error('The call was not refused.');
}

/** Returns all pages of a collection or a delta round. */
export async function readAll(
  client: Client,
  path: string,
  prefer?: string,
): Promise<{ events: DeltaEvent[]; pages: number; deltaLink: string }> {
  const events: DeltaEvent[] = [];
  let pages = 0;
  let next: string | undefined = path;
  let deltaLink = '';
  while (next !== undefined) {
    // The official client mishandles absolute http links.
    const request = client.api(next.replace(/^http:\/\/[^/]+\/v1\.0/, ''));
    if (prefer !== undefined) request.header('Prefer', prefer);
    const page: Collection = await request.get();
    events.push(...page.value);
    pages += 1;
    next = page['@odata.nextLink'];
    deltaLink = page['@odata.deltaLink'] ?? '';
  }
  return { events, pages, deltaLink };
}

/** Returns a 30-minute event, `hours` after the top of the next hour, in UTC. */
export function eventIn(hours: number, more: Event = {}): Event {
  const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hours * 3_600_000;
  return { subject: `In ${hours} h`, start: utc(start), end: utc(start + 1_800_000), ...more };
}

export function utc(ms: number): { dateTime: string; timeZone: string } {
  return { dateTime: new Date(ms).toISOString().slice(0, 19), timeZone: 'UTC' };
}

/** Returns the query string of a window around now, in days. */
export function windowOf(daysBack: number, daysAhead: number): string {
  const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  return `startDateTime=${at(-daysBack)}&endDateTime=${at(daysAhead)}`;
}
