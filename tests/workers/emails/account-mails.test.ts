import { describe, expect, test } from 'vitest';
import { createEncryption } from '#db/encryption.ts';
import type { EmailRow } from '#db/queries/emails.ts';
import { openUnsubscribeToken } from '#db/unsubscribe-token.ts';
import { BRIEFING_LANGUAGES } from '#domain/enumerations.ts';
import { splitStatements, withoutMarks } from '#domain/report-statements.ts';
import { addressee } from '#domain/user-name.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { exampleBriefing } from '#workers/emails/example-briefing.ts';
import { readerOf } from '#workers/emails/reader.ts';
import { renderEmail } from '#workers/emails/render-email.ts';
import { en } from '#workers/words/en.ts';

const encryption = createEncryption(`test:${Buffer.alloc(32, 7).toString('base64')}`);
const USER = '0192e4a0-0000-7000-8000-000000000002';
const row = (change: Partial<EmailRow>): EmailRow => ({
  id: '0192e4a0-0000-7000-8000-000000000001',
  mailKey: 'key-1',
  userId: null,
  kind: 'verify-email',
  toAddress: 'sam@harborline.test',
  data: { name: 'Sam' },
  secret: null,
  state: 'queued',
  createdAt: new Date(),
  ownerState: 'open',
  isToFormerAddress: false,
  reader: null,
  ...change,
});
const render = (change: Partial<EmailRow>) => renderEmail(row(change), { encryption, settings: mailSettings });

const paidAt = '2026-12-01T10:00:00.000Z';

describe('account emails', () => {
  test.each([
    ['verify-email', 'https://app.foreword.example/verify-email?token=a%2Bb'],
    ['change-email', 'https://app.foreword.example/verify-email?token=a%2Bb'],
    ['reset-password', 'https://app.foreword.example/reset-password/a%2Bb'],
  ] as const)('%s carries its link under our own URL', async (kind, link) => {
    const { html, text } = await render({ kind, secret: encryption.encrypt('a+b', 'key-1') });
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
    expect(text).toContain('Hello Sam,');
  });

  test('a secret encrypted for another email cannot be decrypted', async () => {
    await expect(render({ secret: encryption.encrypt('a+b', 'key-2') })).rejects.toThrow(/authenticate/);
  });

  test('an email whose link was erased cannot be rendered', async () => {
    await expect(render({ secret: null })).rejects.toThrow('erased');
  });

  test.each([
    [{ program: 'Firefox', system: 'Linux', device: 'Firefox on Linux' }, 'Firefox unter Linux'],
    [{ program: '', system: '', device: 'Unknown browser' }, 'unbekannter Browser'],
    [{ device: 'Chrome on Windows' }, 'Chrome on Windows'],
  ])('new-device translates the browser’s description unless only its name is stored: %o', async (device, name) => {
    const reader = { language: 'de', locale: 'de-DE', hourCycle: null } as const;
    const { text } = await render({ kind: 'new-device', reader, data: { name: 'Sam', ...device } });
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`Anmeldung: ${name}.`);
  });

  test.each(BRIEFING_LANGUAGES.filter((language) => language !== 'en'))(
    'an example briefing in %s contains no sentence of the English example',
    async (language) => {
      const reader = { language, locale: language, hourCycle: null };
      const briefing = exampleBriefing(readerOf(reader).say, 'UTC', new Date());
      const mail = await render({ kind: 'test-briefing', userId: USER, reader, data: { isExample: true, briefing } });
      const read = mail.text.replaceAll('\u200c', '').replaceAll(/\s+/g, ' ');
      const english = Object.entries(en).filter(([key]) => key.startsWith('example') && key !== 'exampleLocation');
      for (const [, text] of english) {
        for (const sentence of splitStatements(text)) expect(read).not.toContain(withoutMarks(sentence));
      }
    },
  );

  test('existing-account links to sign-in without a secret', async () => {
    const { text } = await render({ kind: 'existing-account' });
    expect(text).toContain('https://app.foreword.example/login');
    expect(text).not.toContain('token=');
  });

  test.each([
    [{ change: 'token-created', toolName: 'CRM import' }, '#tools'],
    [{ change: 'webhook-added', host: 'hooks.harborline.test' }, '#tools'],
    [{ change: 'webhook-stopped', host: 'hooks.harborline.test' }, '#tools'],
    [{ change: 'channel-set', channel: 'slack' }, '#channels'],
    [{ change: 'channel-stopped', channel: 'teams' }, '#channels'],
  ])('tool-access links to its section of the settings: %o', async (change, hash) => {
    const { text, html } = await render({ kind: 'tool-access', data: { name: 'Sam', ...change } });
    expect(text).toContain(`https://app.foreword.example/app/settings${hash}\n`);
    expect(html).toContain(`href="https://app.foreword.example/app/settings${hash}"`);
  });

  test('reconnect-calendar mentions the provider and links to Settings', async () => {
    const { subject, text } = await render({ kind: 'reconnect-calendar', data: { provider: 'google' } });
    expect(subject).toBe('Reconnect your Google calendar');
    expect(text).toContain('https://app.foreword.example/app/settings');
  });

  test.each([
    ['trial-ending', { endsAt: '2026-12-01T10:00:00.000Z' }, 'Your trial ends on 1 December 2026', 'charged US$10.00'],
    [
      'trial-ending',
      { endsAt: '2026-12-01T10:00:00.000Z', isReminder: true },
      'Reminder: your trial ends on 1 December 2026',
      'charged US$10.00',
    ],
    [
      'payment-failed',
      { nextAttemptAt: '2026-12-01T10:00:00.000Z' },
      'Your payment failed',
      'again on 1 December 2026',
    ],
    ['payment-failed', { nextAttemptAt: null }, 'Your payment failed', 'won’t try again'],
    ['receipt', { paidAt: '2026-12-01T10:00:00.000Z' }, 'Your receipt', 'US$10.00'],
    [
      'receipt',
      { paidAt: '2026-12-01T10:00:00.000Z', amountCents: 100_000, currency: 'jpy' },
      'Your receipt',
      'JP¥1,000 ',
    ],
    [
      'receipt',
      { paidAt: '2026-12-01T10:00:00.000Z', amountCents: 399_050, currency: 'huf' },
      'Your receipt',
      '3,990.5',
    ],
    [
      'subscription-cancelled',
      { endsAt: '2026-12-01T10:00:00.000Z', isTrial: false, isOver: false },
      'Your subscription is cancelled',
      'access until 1 December 2026',
    ],
    [
      'subscription-cancelled',
      { endsAt: '2026-12-01T10:00:00.000Z', isTrial: true, isOver: true },
      'Your trial has ended',
      'Nothing was charged',
    ],
  ] as const)('%s states what happens and links to the subscription page', async (kind, facts, subject, words) => {
    const data = { name: 'Sam', timeZone: 'Europe/Berlin', amountCents: 1000, currency: 'usd', ...facts };
    const mail = await render({ kind, data });
    expect(mail.subject).toBe(subject);
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(mail.html).toContain('href="https://app.foreword.example/settings/subscription"');
  });

  test.each([
    ['en', 'en-US', 'December 1, 2026', '$10.00'],
    ['en', 'en-CA', 'December 1, 2026', 'US$10.00'],
    ['fr', 'fr-FR', '1er décembre 2026', '10,00 $US'],
    ['pt', 'pt-BR', '1º de dezembro de 2026', 'US$ 10,00'],
    ['de', 'de-DE', '1. Dezember 2026', '10,00 $'],
    ['ja', 'ja-JP', '2026年12月1日', '$10.00'],
  ] as const)(
    'a receipt in %s for %s uses local formats for dates and amounts',
    async (language, locale, date, amount) => {
      const data = { name: 'Sam', timeZone: 'Europe/Berlin', amountCents: 1000, currency: 'usd', paidAt };
      const mail = await render({ kind: 'receipt', data, reader: { language, locale, hourCycle: null } });
      const read = mail.text.replaceAll(/\s+/g, ' ');
      expect(read).toContain(date);
      expect(read).toContain(amount);
      expect(/US\$|\$US/.test(read)).toBe(amount.includes('US'));
    },
  );

  test('email-changed, account-locked and account-deleted show the support address without a secret', async () => {
    for (const kind of ['email-changed', 'account-locked', 'account-deleted'] as const) {
      const { text } = await render({ kind });
      expect(text).toContain('support@foreword.example');
      expect(text).toContain('Hello Sam,');
      expect(text).not.toContain('token=');
    }
  });

  test('newsletter-confirm carries its link and cannot be rendered without it', async () => {
    const change = { kind: 'newsletter-confirm', data: {} } as const;
    const { subject, text } = await render({ ...change, secret: encryption.encrypt('a+b', 'key-1') });
    expect(subject).toBe('Confirm your newsletter subscription');
    expect(text).toContain('https://app.foreword.example/newsletter/confirm?token=a%2Bb');
    await expect(render(change)).rejects.toThrow('erased');
  });

  test('objection-confirm says it can be ignored, carries its link and cannot be rendered without it', async () => {
    const objection = { kind: 'objection-confirm', data: {} } as const;
    const { subject, text } = await render({ ...objection, secret: encryption.encrypt('a+b', 'key-1') });
    expect(subject).toBe('Confirm that you do not want to be researched');
    expect(text).toContain('https://app.foreword.example/objection/confirm?token=a%2Bb');
    expect(text).toContain('Nothing will change');
    await expect(render(objection)).rejects.toThrow('erased');
  });

  test('newsletter-confirm can be unsubscribed from by link and header', async () => {
    const secret = encryption.encrypt('a+b', 'key-1');
    const { html, text, headers } = await render({ kind: 'newsletter-confirm', data: {}, secret });
    const link = /https:\/\/app\.foreword\.example\/newsletter\/unsubscribe\?token=(\S+)/;
    const [address, token = ''] = link.exec(text) ?? [];
    expect(openUnsubscribeToken(encryption, 'newsletter', decodeURIComponent(token))).toBe('sam@harborline.test');
    expect(html).toMatch(/href="https:\/\/app\.foreword\.example\/newsletter\/unsubscribe\?token=/);
    expect(headers['List-Unsubscribe']).toBe(`<${address}>`);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  });

  test('a recurring email carries its own reader’s unsubscribe link and needs a user', async () => {
    const userId = '0192e4a0-0000-7000-8000-000000000009';
    const digest = { date: '2026-11-23', timeZone: 'UTC', meetings: [], others: [] };
    const { headers } = await render({ kind: 'digest', userId, data: digest });
    const address = /^<https:\/\/app\.foreword\.example\/unsubscribe\?token=([^>]+)>$/;
    const [, token = ''] = address.exec(headers['List-Unsubscribe'] ?? '') ?? [];
    expect(openUnsubscribeToken(encryption, 'briefings', decodeURIComponent(token))).toBe(userId);
    expect(openUnsubscribeToken(encryption, 'newsletter', decodeURIComponent(token))).toBeNull();
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    await expect(render({ kind: 'digest', data: digest })).rejects.toThrow('has no user');
    expect((await render({ data: { name: 'Sam' }, secret: encryption.encrypt('a', 'key-1') })).headers).toEqual({});
  });

  test('a contact row becomes an inquiry email', async () => {
    const data = {
      name: null,
      email: 'ines@brightwater.test',
      phone: '555 010 9999',
      inquiryType: 'sales',
      message: 'How are you?',
    };
    const { subject } = await render({ kind: 'contact', data });
    expect(subject.replaceAll('\u200c', '')).toBe('Sales inquiry from ines@brightwater.test');
    await expect(render({ kind: 'contact', data: { ...data, email: 'a@b.test\r\nBcc: c@d.test' } })).rejects.toThrow(
      'email',
    );
  });

  test.each([
    ['en', { firstName: 'Sam', lastName: 'Porter' }, 'Hello Sam,'],
    ['ja', { firstName: 'Sam', lastName: 'Porter' }, 'Sam Porter 様'],
    ['ja', { firstName: '太郎', lastName: '山田' }, '山田 太郎 様'],
    ['en', { firstName: '太郎', lastName: '山田' }, 'Hello 山田 太郎,'],
    ['ko', { firstName: '민수', lastName: '김' }, 'Hello 김 민수,'],
    ['ja', { firstName: 'Sam', lastName: '' }, 'Sam 様'],
  ] as const)('an email in %s greets %o in the customary form', async (locale, name, greeting) => {
    const reader = { language: locale === 'ja' ? locale : 'en', locale, hourCycle: null } as const;
    const { text } = await render({ kind: 'existing-account', data: addressee(name), reader });
    expect(text).toContain(`${greeting}\n`);
  });

  test('a name with links or markup appears as plain text', async () => {
    const { html } = await render({ kind: 'existing-account', data: { name: '<b>https://evil.test</b>' } });
    expect(html).not.toMatch(/<b>|https:\/\/evil\.test/);
  });
});
