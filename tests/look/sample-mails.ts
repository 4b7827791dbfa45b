import { randomBytes } from 'node:crypto';
import { createEncryption } from '#db/encryption.ts';
import type { EmailKind, EmailRow } from '#db/queries/emails.ts';
import { DEFAULT_READER_LOCALE, type ReaderLocale } from '#domain/locale.ts';
import { createMemoryDossiers } from '#tests/eval/memory-dossiers.ts';
import { startSandboxModel } from '#tests/eval/sandbox-model.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { plainBriefing } from '#tests/support/plain-briefing.ts';
import type { BriefingData } from '#workers/emails/briefing-data.ts';
import { exampleBriefing } from '#workers/emails/example-briefing.ts';
import { createDigestLinks, createFeedbackLinks } from '#workers/emails/feedback-links.ts';
import type { RenderedMail } from '#workers/emails/layout.tsx';
import { readerOf } from '#workers/emails/reader.ts';
import { renderEmail } from '#workers/emails/render-email.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';

export type SampleMail = { kind: EmailKind; mail: RenderedMail };

/** Kinds whose recipients have no account. */
const NOBODYS = new Set<EmailKind>(['contact', 'newsletter-confirm', 'objection-confirm']);
const MEETING_ID = '0192e4a0-0000-7000-8000-000000000001';
const TIME_ZONE = 'Europe/Berlin';
const KEY = 'sample';
const FACTOR_CHANGES = [
  { change: 'added', kind: 'totp' },
  { change: 'removed', kind: 'passkey' },
  { change: 'recovery-code-used', left: 2 },
  { change: 'codes-renewed' },
  { change: 'refused' },
  { change: 'reset' },
];
const TOOL_CHANGES = [
  { change: 'token-created', toolName: 'CRM import' },
  { change: 'webhook-added', host: 'hooks.harborline.test' },
  { change: 'webhook-stopped', host: 'hooks.harborline.test' },
  { change: 'channel-set', channel: 'slack' },
  { change: 'channel-stopped', channel: 'teams' },
];
const CANCELLATIONS = [
  { isTrial: false, isOver: false },
  { isTrial: false, isOver: true },
  { isTrial: true, isOver: true },
];
const guests = [
  { email: 'leonie.hartmann@brightwater.test', name: 'Leonie Hartmann', responseStatus: 'accepted', isExternal: true },
  { email: 'tomas.okafor@brightwater.test', name: 'Tomas Okafor', responseStatus: 'tentative', isExternal: true },
  { email: 'dana@harborline.test', name: 'Dana', responseStatus: 'accepted', isExternal: false },
] as const;

/**
 * Renders the emails of each kind, in each of its wordings, with the product's own code. The briefing is for a meeting
 * with two people from the seeded world, researched on the fly.
 *
 * @param start the start of that meeting
 * @param reader the reader of all emails
 */
export async function renderSampleMails(
  start: Date,
  reader: ReaderLocale = DEFAULT_READER_LOCALE,
): Promise<SampleMail[]> {
  // Retries as a workflow would: under load the sandbox in this process may lose a connection.
  const again = () => researchSample(start, reader);
  const briefing = await again().catch(again).catch(again);
  const encryption = createEncryption(`sample:${randomBytes(32).toString('base64')}`);
  const participants = guests.map((guest) => ({ ...guest, isSelf: !guest.isExternal }));
  const links = { participants, externalDomains: ['brightwater.test'], seriesId: null };
  const endsAt = new Date(start.getTime() + 7 * 86_400_000).toISOString();
  const billing = { name: 'Dana', timeZone: TIME_ZONE, amountCents: 1000, currency: 'usd' };
  const { say } = readerOf(reader);
  const later = { ...exampleBriefing(say, TIME_ZONE, start), asksForGoal: true };
  const day = briefing.start.slice(0, 10);
  const mails: (readonly [EmailKind, unknown, string])[] = [
    ['briefing', briefing, JSON.stringify(createFeedbackLinks(links, briefing.report))],
    ['briefing-update', updateOf(briefing), ''],
    [
      'digest',
      { date: day, timeZone: TIME_ZONE, meetings: [briefing, later], others: [] },
      JSON.stringify({ [MEETING_ID]: createDigestLinks(links, briefing.report) }),
    ],
    ['test-briefing', { isExample: true, briefing: exampleBriefing(say, TIME_ZONE, start) }, ''],
    ['verify-email', { name: 'Dana' }, 'token'],
    ['existing-account', { name: 'Dana' }, ''],
    ['reset-password', { name: 'Dana' }, 'token'],
    ['change-email', { name: 'Dana' }, 'token'],
    ['change-requested', { name: 'Dana' }, 'token'],
    ['email-changed', { name: 'Dana' }, ''],
    ['password-changed', { name: 'Dana' }, ''],
    ['new-device', { name: 'Dana', device: 'Chrome on Windows', program: 'Chrome', system: 'Windows' }, ''],
    ...FACTOR_CHANGES.map((change) => ['factor-changed', { name: 'Dana', ...change }, ''] as const),
    ...TOOL_CHANGES.map((change) => ['tool-access', { name: 'Dana', ...change }, ''] as const),
    ['provider-joined', { name: 'Dana' }, ''],
    ['account-locked', { name: 'Dana' }, ''],
    ['account-deleted', { name: 'Dana' }, ''],
    ['reconnect-calendar', { name: 'Dana', provider: 'google' }, ''],
    ['trial-ending', { ...billing, endsAt }, ''],
    ['payment-failed', { ...billing, nextAttemptAt: endsAt }, ''],
    ['receipt', { ...billing, paidAt: start.toISOString() }, ''],
    ...CANCELLATIONS.map((state) => ['subscription-cancelled', { ...billing, endsAt, ...state }, ''] as const),
    [
      'contact',
      {
        name: 'Ines Marlow',
        email: 'ines@brightwater.test',
        phone: '+1 (555) 010-9999',
        inquiryType: 'sales',
        message: 'We are forty people.\n\nWhat would it cost?',
      },
      '',
    ],
    ['newsletter-confirm', {}, 'token'],
    ['objection-confirm', {}, 'token'],
  ];
  return await Promise.all(
    mails.map(async ([kind, data, secret]) => {
      const row: EmailRow = {
        id: MEETING_ID,
        mailKey: KEY,
        userId: MEETING_ID,
        kind,
        toAddress: 'dana@harborline.test',
        data,
        secret: secret === '' ? null : encryption.encrypt(secret, KEY),
        state: 'queued',
        createdAt: start,
        ownerState: 'open',
        isToFormerAddress: false,
        reader: NOBODYS.has(kind) ? null : reader,
      };
      return { kind, mail: await renderEmail(row, { encryption, settings: mailSettings }) };
    }),
  );
}

async function researchSample(start: Date, { language }: ReaderLocale): Promise<BriefingData> {
  const { model, close } = await startSandboxModel('default');
  try {
    const participants = guests.map((guest) => ({ ...guest, isSelf: !guest.isExternal }));
    const meeting = {
      title: 'Brightwater: pricing and rollout',
      description: 'Prices for the second stage, and who does what.',
      start,
      companyDomain: 'harborline.test',
      externalDomains: ['brightwater.test'],
      participants,
      reader: {
        name: 'Dana',
        jobTitle: 'Account Executive',
        offering: 'freight scheduling',
        meetingGoal: null,
        goal: 'agree on prices for the second stage',
      },
      language,
    };
    const tools = { model, dossiers: createMemoryDossiers() };
    const { report } = await researchMeeting(tools, meeting, new Date(0), AbortSignal.timeout(30_000));
    return {
      ...plainBriefing,
      meetingId: MEETING_ID,
      title: meeting.title,
      start: start.toISOString(),
      end: new Date(start.getTime() + 2_700_000).toISOString(),
      timeZone: TIME_ZONE,
      documents: [
        { title: 'Rollout plan', url: 'https://docs.google.com/document/d/plan/edit', host: 'docs.google.com' },
        { title: 'Price list.pdf', url: null, host: 'files.example.com' },
      ],
      guests: [...guests],
      report,
      researchedAt: new Date(start.getTime() - 7_500_000).toISOString(),
      previous: {
        title: 'Brightwater discovery call',
        start: new Date(start.getTime() - 11 * 86_400_000).toISOString(),
        outcome: 'They want a pilot in Rotterdam before Easter.',
        guests: ['Leonie Hartmann'],
        count: 1,
        news: [],
      },
    };
  } finally {
    await close();
  }
}

/** Returns the data of an update: the same meeting an hour later, with a new guest. */
function updateOf(briefing: BriefingData) {
  const at = (instant: string) => new Date(Date.parse(instant) + 3_600_000).toISOString();
  const [, second] = guests;
  return {
    ...briefing,
    oldStart: briefing.start,
    start: at(briefing.start),
    end: at(briefing.end),
    joined: [{ guest: second, brief: briefing.report?.guests.find(({ email }) => email === second.email) ?? null }],
    left: [],
    sources: briefing.report?.sources ?? [],
  };
}
