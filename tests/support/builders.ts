import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import type { DatabasePool } from 'slonik';
import * as z from 'zod';
import { hashPassword } from '#api/passwords.ts';
import type { Role } from '#contract/auth.ts';
import { signInEmail } from '#contract/auth.ts';
import type { Provider, Scope } from '#contract/http.ts';
import type { Attendee, MeetingType, ResearchState } from '#contract/meetings.ts';
import type { WebhookEvent } from '#contract/outgoing-webhooks.ts';
import type { ResearchReport } from '#contract/research.ts';
import type { Encryption } from '#db/encryption.ts';
import { hashToken } from '#db/link-token.ts';
import { insertAccessToken } from '#db/queries/access-tokens.ts';
import { channelOwner, insertChannel } from '#db/queries/channels.ts';
import { hashAccount } from '#db/queries/journal-entries.ts';
import { insertOutgoingWebhook, webhookOwner } from '#db/queries/outgoing-webhooks.ts';
import { insertResearchResult, markResearchCompleted } from '#db/queries/research-results.ts';
import { type Connection, sql } from '#db/sql.ts';
import { channelHint } from '#domain/channel-address.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { WEBHOOK_EVENTS } from '#domain/enumerations.ts';
import { isFreeMailDomain } from '#domain/free-mail.ts';
import { addressSubject, domainSubject } from '#domain/objection.ts';
import type { HttpClient } from './http-client.ts';

export const PASSWORD = 'correct horse battery';
/** The password hashed at minimal cost, since the product's cost would add 26 ms to each of thousands of sign-ins. */
const CHEAP_HASH = hashCheaply(PASSWORD);

export type SeededUser = { id: string; email: string };

export type UserOptions = {
  email?: string;
  role?: Role;
  isVerified?: boolean;
  /** Grants access without a subscription. */
  isWhitelisted?: boolean;
  hasPassword?: boolean;
  /** Whether checking the password takes as long as in production. */
  hashesLikeProduct?: boolean;
};

/** Seeds a user, verified and whitelisted by default. */
export async function seedUser(connection: Connection, options: UserOptions = {}): Promise<SeededUser> {
  const { email = `${randomBytes(6).toString('hex')}@harborline.test`, role = 'user' } = options;
  const someHash = options.hashesLikeProduct ? await hashPassword(PASSWORD) : CHEAP_HASH;
  const hash = options.hasPassword === false ? null : someHash;
  const verifiedAt = options.isVerified === false ? null : sql.timestamp(new Date());
  const { id } = await connection.one(sql.typeAlias('id')`
    insert into users (email, email_verified_at, password_hash, first_name, last_name, role, company_domain)
    values (${email}, ${verifiedAt}, ${hash}, 'Robin', 'Vale', ${role}, 'harborline.test') returning id
  `);
  if (options.isWhitelisted !== false) await seedWhitelistEntry(connection, { email });
  return { id, email };
}

export async function seedWhitelistEntry(
  connection: Connection,
  { email, expiresAt = null }: { email: string; expiresAt?: Date | null },
): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    insert into whitelist_entries (email, reason, expires_at)
    values (${email}, 'Beta tester', ${expiresAt ? sql.timestamp(expiresAt) : null})
  `);
}

export async function seedSubscription(
  connection: Connection,
  { userId, status }: { userId: string; status: string },
): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    insert into subscriptions (user_id, plan, status, trial_ends_at, current_period_start, current_period_end)
    values (${userId}, 'Research', ${status}, now() + interval '10 days', now() - interval '5 days', now() + interval '25 days')
  `);
}

export async function signIn(client: HttpClient, { email }: { email: string }): Promise<HttpClient> {
  await client.data(signInEmail, { body: { email, password: PASSWORD } });
  return client;
}

/** Makes a user's sessions too old for sensitive actions without the password. */
export async function ageSessions(connection: Connection, userId: string): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    update sessions set created_at = now() - interval '16 minutes' where user_id = ${userId}
  `);
}

/** Seeds an access token and returns it. */
export async function seedAccessToken(
  pool: DatabasePool,
  { userId, scopes, sessionId = randomUUID() }: { userId: string; scopes: readonly Scope[]; sessionId?: string },
): Promise<string> {
  const token = `fwd_${randomBytes(32).toString('base64url')}`;
  const row = { userId, sessionId, name: 'A tool', scopes, tokenHash: hashToken(token), expiresInDays: 30 };
  await pool.transaction((transaction) => insertAccessToken(transaction, row));
  return token;
}

/** Seeds a webhook, by default for every event. Returns its id. */
export async function seedWebhook(
  pool: DatabasePool,
  webhook: { userId: string; encryption: Encryption; url?: string; secret?: string; events?: readonly WebhookEvent[] },
): Promise<string> {
  const { userId, encryption, url = 'https://hooks.harborline.test', events = WEBHOOK_EVENTS } = webhook;
  const id = randomUUID();
  const secret = encryption.encrypt(webhook.secret ?? `whsec_${randomBytes(32).toString('base64')}`, webhookOwner(id));
  await pool.transaction((transaction) => insertOutgoingWebhook(transaction, { id, userId, url, events, secret }));
  return id;
}

/** Seeds a channel, by default in addition to mail. Returns its id. */
export async function seedChannel(
  pool: DatabasePool,
  channel: {
    userId: string;
    encryption: Encryption;
    kind?: ChannelKind;
    address?: string;
    replacesMail?: boolean;
    sessionId?: string;
  },
): Promise<string> {
  const { userId, kind = 'slack', replacesMail = false, sessionId = randomUUID() } = channel;
  const { address = 'https://hooks.slack.com/services/T000/B000/a-secret-path' } = channel;
  const id = randomUUID();
  const envelope = channel.encryption.encrypt(address, channelOwner(id));
  const row = {
    id,
    userId,
    kind,
    sessionId,
    address: envelope,
    hint: channelHint(address),
    enabled: true,
    replacesMail,
  };
  await pool.transaction((transaction) => insertChannel(transaction, row));
  return id;
}

type IntegrationOptions = {
  userId: string;
  encryption: Encryption;
  provider?: Provider;
  status?: 'connected' | 'reconnect_needed' | 'disconnected';
  refreshToken?: string;
  accountSubject?: string;
};

export type SeededCalendar = { integrationId: string; calendarId: string };

/** Seeds a connected account with its primary calendar. */
export async function seedCalendar(connection: Connection, options: IntegrationOptions): Promise<SeededCalendar> {
  const { userId, encryption, provider = 'google', status = 'connected' } = options;
  const token = encryption.encrypt(options.refreshToken ?? randomUUID(), `${userId}:${provider}`);
  const integration = await connection.one(sql.typeAlias('id')`
    insert into calendar_integrations (user_id, provider, account_subject, account_email, status, refresh_token, scopes)
    values (${userId}, ${provider}, ${options.accountSubject ?? 'subject-1'}, 'robin@harborline.test', ${status},
            ${status === 'disconnected' ? null : token}, '{calendar}')
    returning id
  `);
  const calendar = await connection.one(sql.typeAlias('id')`
    insert into calendars (integration_id, provider_calendar_id, name, is_primary)
    values (${integration.id}, 'primary', 'Work', true) returning id
  `);
  return { integrationId: integration.id, calendarId: calendar.id };
}

type MeetingOptions = {
  userId: string;
  calendarId?: string | null;
  title?: string;
  /** Minutes from now; negative for the past. */
  startsInMinutes?: number;
  meetingType?: MeetingType;
  attendees?: (Pick<Attendee, 'email'> & Partial<Attendee>)[];
  status?: 'confirmed' | 'cancelled';
  researchState?: ResearchState;
  isAllDay?: boolean;
  description?: string | null;
  meetingUrl?: string | null;
};

/** Seeds a meeting, by default an external one with one guest, in two hours. Returns its id. */
export async function seedMeeting(connection: Connection, options: MeetingOptions): Promise<string> {
  const { meetingType = 'external', startsInMinutes = 120, calendarId = null } = options;
  const attendees = options.attendees ?? (meetingType === 'internal' ? [] : [{ email: 'ines@brightwater.test' }]);
  const addresses = meetingType === 'internal' ? [] : attendees.map(({ email }) => email.split('@')[1] ?? '');
  const domains = addresses.filter((domain) => !isFreeMailDomain(domain));
  const start = new Date(Date.now() + startsInMinutes * 60_000);
  const { id } = await connection.one(sql.typeAlias('id')`
    insert into meetings (user_id, calendar_id, provider_event_id, title, description, meeting_url, start_time, end_time, is_all_day, meeting_type,
      external_domains, external_attendee_count, status, research_state, content_hash)
    values (${options.userId}, ${calendarId}, ${randomUUID()}, ${options.title ?? 'Intro call'}, ${options.description ?? null}, ${options.meetingUrl ?? null},
      ${sql.timestamp(start)}, ${sql.timestamp(new Date(start.getTime() + 1_800_000))}, ${options.isAllDay ?? false}, ${meetingType},
      ${sql.array([...new Set(domains)], 'text')}, ${addresses.length}, ${options.status ?? 'confirmed'}, ${options.researchState ?? 'none'},
      ${sql.binary(randomBytes(8))})
    returning id
  `);
  for (const { email, name = null, responseStatus = 'needsAction' } of attendees) {
    await connection.query(sql.typeAlias('void')`
      insert into attendees (meeting_id, email, name, response_status, is_external)
      values (${id}, ${email}, ${name}, ${responseStatus}, ${meetingType !== 'internal'})
    `);
  }
  return id;
}

type ResearchOptions = {
  userId: string;
  meetingId: string;
  language?: string;
  sources?: ResearchReport['sources'];
  /** Research time of the oldest dossier used. */
  oldestAt?: Date;
};

/** Seeds completed research for a meeting, with content in every part of the report. */
export async function seedResearch(
  connection: Connection,
  { userId, meetingId, language, sources, oldestAt }: ResearchOptions,
): Promise<void> {
  const statement = 'Brightwater opened an office in Gothenburg on 18 October 2026. [1]';
  const report: ResearchReport = {
    ...(language !== undefined && { language }),
    summary: statement,
    shareable: [statement],
    keyInsights: [{ title: 'A new office', description: statement, importance: 'high', category: 'Growth' }],
    recommendations: [{ action: 'Ask who runs it', reasoning: statement, priority: 'medium', effort: 'Low' }],
    riskFactors: [statement],
    opportunities: [{ description: statement, category: 'Growth' }],
    sources: sources ?? [{ title: 'Gothenburg', url: 'https://brightwater.test/news/gothenburg' }],
    guests: [
      {
        email: 'ines@brightwater.test',
        name: 'Ines Duarte',
        role: 'VP Operations [1]',
        facts: [statement],
        identity: 'likely',
        candidates: [],
      },
    ],
    companies: [{ domain: 'brightwater.test', name: 'Brightwater', line: statement, news: [statement] }],
    talkingPoints: [statement],
    questions: ['What comes after Gothenburg?'],
    notFound: ['Nothing was found about a second guest.'],
    scoreReasons: ['Nothing was found about one of two guests.'],
  };
  const run = { meetingId, version: 1, request: 0, userId };
  await connection.transaction(async (transaction) => {
    await insertResearchResult(transaction, run, {
      report,
      qualityScore: 82,
      confidence: 74,
      rawResponse: '{}',
      oldestAt: oldestAt ?? null,
      usage: { inputTokens: 1_000, outputTokens: 500, searches: 3, usd: 0.04 },
    });
    await markResearchCompleted(transaction, run);
  });
}

/** Returns the messages waiting for the workflow engine, oldest first, or only those that contain an id. */
export async function listOutbox(connection: Connection, id = ''): Promise<readonly unknown[]> {
  const rows = await connection.any(sql.type(z.object({ message: z.unknown() }))`
    select message from outbox order by id
  `);
  return rows.map(({ message }) => message).filter((message) => JSON.stringify(message).includes(id));
}

/** Returns the providers of a user's journalled disconnections, oldest first. */
export async function listDisconnected(connection: Connection, userId: string): Promise<readonly string[]> {
  return await connection.anyFirst(sql.type(z.object({ provider: z.string() }))`
    select entry ->> 'provider' as provider from journal_entries
    where entry ->> 'kind' = 'calendar-disconnected' and entry ->> 'account' = ${hashAccount(userId)} order by at
  `);
}

/** Counts rows, given as `table where condition`. */
export async function countRows(connection: Connection, rows: ReturnType<typeof sql.fragment>): Promise<number> {
  return await connection.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from ${rows}`);
}

/** Returns the kinds of the emails to an address, oldest first. */
export async function listMailKinds(connection: Connection, to: string): Promise<readonly string[]> {
  return await connection.anyFirst(sql.type(z.object({ kind: z.string() }))`
    select kind from emails where to_address = ${to} order by id
  `);
}

/** Returns the token from the link in the latest email of a kind to an address. */
export async function readMailToken(
  connection: Connection,
  encryption: Encryption,
  { to, kind }: { to: string; kind: string },
): Promise<string> {
  const mail = await connection.one(sql.type(z.object({ mailKey: z.string(), secret: z.string() }))`
    select mail_key as "mailKey", secret from emails where to_address = ${to} and kind = ${kind} order by id desc limit 1
  `);
  return encryption.decrypt(mail.secret, mail.mailKey);
}

/** Seeds a confirmed objection. Returns its id. */
export async function seedObjection(
  connection: Connection,
  encryption: Encryption,
  { kind, listed }: { kind: 'address' | 'domain'; listed: string },
): Promise<string> {
  const id = randomUUID();
  const [subject = ''] = encryption.hashes(kind === 'domain' ? domainSubject(listed) : addressSubject(listed));
  await connection.query(sql.typeAlias('void')`
    insert into objections (id, kind, subject, listed, is_own, confirmed_at)
    values (${id}, ${kind}, ${subject}, ${encryption.encrypt(listed, `objection:${id}`)}, true, now())
  `);
  return id;
}

function hashCheaply(message: string): string {
  const [nonce, cost] = [randomBytes(16), { memory: 8, passes: 1, parallelism: 1 }];
  const tag = argon2Sync('argon2id', { message, nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`;
}
