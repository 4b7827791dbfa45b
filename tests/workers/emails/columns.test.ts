import { expect, test } from 'vitest';
import { createEncryption } from '#db/encryption.ts';
import { type EmailKind, emailKind } from '#db/queries/emails.ts';
import { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { columnsOf, wrap } from '#workers/emails/plain-text.ts';
import { renderEmail } from '#workers/emails/render-email.ts';
import { catalogues } from '#workers/words/say.ts';

const ID = '0192e4a0-0000-7000-8000-000000000001';
const encryption = createEncryption(`test:${Buffer.alloc(32, 7).toString('base64')}`);

const long = 'Straßenbau quarterly review with everybody of both sides who ever said a word about it '.repeat(2);
const unbroken = 'Donaudampfschifffahrts'.repeat(6);
const said = `${long}${unbroken} [1]`;
const address = `${'a'.repeat(60)}@${'b'.repeat(60)}.test`;
const guest = { email: address, name: null, responseStatus: 'needsAction', isExternal: true } as const;
const brief = { email: address, name: null, role: said, facts: [said], identity: 'unknown', candidates: [] } as const;
const sources = [{ title: said, url: `https://brightwater.test/${'p'.repeat(90)}` }];
/** A meeting that runs past midnight, in a zone without a short name. */
const hours = {
  start: '2026-09-30T18:00:00.000Z',
  end: '2026-09-30T19:30:00.000Z',
  timeZone: 'Asia/Kolkata',
};
const place = {
  meetingId: ID,
  title: said,
  ...hours,
  location: said,
  meetingUrl: 'https://meet.google.com/abc-defg-hij',
  externalDomains: [`${'b'.repeat(60)}.test`],
};
const briefing = {
  ...place,
  userResponse: 'needsAction',
  guests: [guest, { ...guest, name: said }, { ...guest, isExternal: false }],
  guestsHidden: true,
  report: {
    summary: said,
    keyInsights: [],
    recommendations: [],
    riskFactors: [said],
    opportunities: [],
    sources,
    guests: [brief],
    companies: [{ domain: 'brightwater.test', name: said, line: said, news: [said] }],
    talkingPoints: [said],
    questions: [said],
    notFound: [said],
  },
  researchedAt: '2026-09-29T08:05:00.000Z',
  shortfall: 'research_failed',
  newSince: { at: hours.start, items: [said] },
  previous: { title: said, start: hours.start, guests: [address], count: 3, news: [said] },
};
const change = { ...place, joined: [{ guest, brief }], left: [address], sources };
const reader = { name: said, timeZone: 'Asia/Kolkata', amountCents: 1000, currency: 'usd' };
const links = [
  { action: 'useful', target: null, token: 't' },
  { action: 'wrong_person', target: address, token: 't' },
  { action: 'mute_domain', target: address, token: 't' },
];

/** Typed by kind, so a missing kind fails to compile. */
const mails: Record<EmailKind, { data: unknown; secret?: unknown }[]> = {
  briefing: [{ data: briefing, secret: links }, { data: { ...briefing, report: null } }],
  'briefing-update': [
    { data: { ...change, oldStart: hours.start } },
    { data: { ...change, oldStart: '2026-09-23T18:00:00.000Z' } },
  ],
  'test-briefing': [{ data: { isExample: true, briefing } }, { data: { isExample: false, briefing } }],
  digest: [
    {
      data: {
        date: '2026-09-30',
        timeZone: 'Asia/Kolkata',
        meetings: [briefing],
        others: [{ meetingId: ID, title: said, start: hours.start, isBriefed: true }],
      },
      secret: { [ID]: links },
    },
  ],
  'verify-email': [{ data: reader, secret: 'token' }],
  'existing-account': [{ data: reader }],
  'reset-password': [{ data: reader, secret: 'token' }],
  'change-email': [{ data: reader, secret: 'token' }],
  'change-requested': [{ data: reader, secret: 'token' }],
  'email-changed': [{ data: reader }],
  'password-changed': [{ data: reader }],
  'new-device': [{ data: { ...reader, device: 'Chrome on Windows' } }],
  'factor-changed': [
    { data: { ...reader, change: 'added', kind: 'totp' } },
    { data: { ...reader, change: 'removed', kind: 'passkey' } },
    { data: { ...reader, change: 'recovery-code-used', left: 1 } },
    { data: { ...reader, change: 'codes-renewed' } },
    { data: { ...reader, change: 'refused' } },
    { data: { ...reader, change: 'reset' } },
  ],
  'tool-access': [
    { data: { ...reader, change: 'token-created', toolName: 'CRM import' } },
    { data: { ...reader, change: 'webhook-added', host: 'hooks.harborline.test' } },
    { data: { ...reader, change: 'webhook-stopped', host: 'hooks.harborline.test' } },
    { data: { ...reader, change: 'channel-set', channel: 'slack' } },
    { data: { ...reader, change: 'channel-stopped', channel: 'teams' } },
  ],
  'provider-joined': [{ data: reader }],
  'account-locked': [{ data: reader }],
  'account-deleted': [{ data: reader }],
  'reconnect-calendar': [{ data: { ...reader, provider: 'microsoft' } }],
  'trial-ending': [
    { data: { ...reader, endsAt: hours.end } },
    { data: { ...reader, endsAt: hours.end, isReminder: true } },
  ],
  'payment-failed': [{ data: { ...reader, nextAttemptAt: hours.end } }, { data: { ...reader, nextAttemptAt: null } }],
  receipt: [{ data: { ...reader, paidAt: hours.end } }],
  'subscription-cancelled': [true, false].map((isOver) => ({
    data: { ...reader, endsAt: hours.end, isTrial: isOver, isOver },
  })),
  contact: [
    {
      data: {
        name: said,
        email: `${'a'.repeat(60)}@${'b'.repeat(60)}.test`,
        phone: '1 '.repeat(50),
        inquiryType: 'sales',
        message: said,
      },
    },
  ],
  'newsletter-confirm': [{ data: {}, secret: 'token' }],
  'objection-confirm': [{ data: {}, secret: 'token' }],
};

/** These do not belong to an account, so their language is unknown. */
const ENGLISH = new Set<EmailKind>(['contact', 'newsletter-confirm', 'objection-confirm']);
const cases = emailKind.options.flatMap((kind) => BRIEFING_LANGUAGES.map((language) => ({ kind, language })));

test.each(cases)('$kind in $language has no text line over 78 columns except links', async (one) => {
  const { kind, language } = one;
  for (const { data, secret } of mails[kind]) {
    const { text, html } = await renderEmail(
      {
        id: ID,
        mailKey: 'key',
        userId: ID,
        kind,
        toAddress: 'dana@harborline.test',
        data,
        secret:
          secret === undefined
            ? null
            : encryption.encrypt(typeof secret === 'string' ? secret : JSON.stringify(secret), 'key'),
        state: 'queued',
        createdAt: new Date(),
        ownerState: 'open',
        isToFormerAddress: false,
        reader: ENGLISH.has(kind) ? null : { language, locale: 'en-US', hourCycle: null },
      },
      { encryption, settings: mailSettings },
    );
    expect(text.split('\n').filter((line) => columnsOf(line) > 78 && !line.includes('https://'))).toEqual([]);
    expect(html).toMatch(new RegExp(`<html[^>]* lang="${ENGLISH.has(kind) ? 'en' : catalogues[language].tag}"`));
  }
});

test('no-break spaces hold a line together', () => {
  const text = `${'a'.repeat(70)} Comment\u00a0? Oui`;
  expect(wrap(text)).toBe(`${'a'.repeat(70)}\nComment\u00a0? Oui`);
});

test.each(['。', '」。', 'ー', '）'])('no line of Japanese starts with %s', (closing) => {
  const lines = wrap(`${'日'.repeat(39)}${closing}${'本'.repeat(60)}`).split('\n');
  expect(lines.join('')).toBe(`${'日'.repeat(39)}${closing}${'本'.repeat(60)}`);
  expect(lines[1]).toMatch(new RegExp(`^日${closing}本`));
  expect(lines.every((line) => columnsOf(line) <= 78)).toBe(true);
});

test('a word made up only of punctuation is cut at the maximum width', () => {
  expect(wrap(`Call ${'*'.repeat(200)}`)).toBe(['Call', '*'.repeat(78), '*'.repeat(78), '*'.repeat(44)].join('\n'));
});
