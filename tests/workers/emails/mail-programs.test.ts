import { caniemail } from 'caniemail';
import { expect, test } from 'vitest';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { renderAccountMail } from '#workers/emails/account.ts';
import { renderBriefing } from '#workers/emails/briefing.tsx';
import { renderBriefingUpdate } from '#workers/emails/briefing-update.tsx';
import { renderDigest } from '#workers/emails/digest.tsx';
import { exampleBriefing } from '#workers/emails/example-briefing.ts';
import { readerOf } from '#workers/emails/reader.ts';

const PROGRAMS: Parameters<typeof caniemail>[0]['clients'] = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*'];
/** Features some clients lack, and what their readers see instead. */
const DISPENSABLE = new Map([
  ['<body> element', 'the same colours, set on the element inside'],
  ['<style> element', 'the light theme, whose styles are inline'],
  ['@media', 'the light theme, and the sizes for a wide window'],
  ['border-radius', 'buttons with square corners'],
  ['color-scheme CSS property', 'the light theme'],
  ['color-scheme meta tag', 'the light theme'],
  ['display:none', 'the preheader above the email, one pixel high'],
  ['max-height property', 'the same, where display is not supported either'],
  ['opacity', 'the same'],
  ['overflow', 'titles of sources on two lines'],
  ['text-overflow', 'titles of sources cut without an ellipsis'],
  ['white-space', 'titles of sources on two lines'],
  ['table-layout', 'a column as wide as its longest word'],
  ['role attribute', 'a screen reader that announces the table around the email'],
  ['target attribute', 'links that open wherever the client opens links'],
  ['text-decoration-line', 'buttons and links styled by text-decoration, which is also set'],
]);

/** Layout ignored by classic Outlook, which renders with Word, and what its users see instead. */
const DISPENSABLE_IN_OUTLOOK = new Map([
  ['margin on body', 'its own margin'],
  ['padding on body', 'its own margin'],
  ['padding on div.line', 'text close to the line above it'],
  ['padding on ul.ink', 'lists indented as its own are'],
  ['display on td', 'buttons side by side even if they do not fit'],
]);

const briefing = exampleBriefing(readerOf().say, 'Europe/Berlin', new Date('2026-11-23T12:30:00.000Z'));
const [guest] = briefing.guests;
const links = [
  { action: 'useful' as const, target: null, token: 'token' },
  { action: 'wrong_person' as const, target: guest?.email ?? null, token: 'token' },
];
const digest = { date: '2026-11-23', timeZone: 'Europe/Berlin', meetings: [briefing], others: [] };
const update = {
  ...briefing,
  oldStart: '2026-11-20T12:30:00.000Z',
  joined: [],
  left: ['ines@example.com'],
  sources: [],
};

const MAILS = [
  [
    'a briefing',
    () => renderBriefing({ ...briefing, meetingUrl: 'https://meet.google.com/abc-defg-hij' }, mailSettings, links),
  ],
  ['an update', () => renderBriefingUpdate(update, mailSettings)],
  ['a digest', () => renderDigest(digest, mailSettings, { [briefing.meetingId]: links })],
  [
    'an account email',
    () => renderAccountMail('verify-email', { name: 'Dana' }, mailSettings, () => 'https://app.foreword.example/x'),
  ],
] as const;

test.each(MAILS)('%s does not rely on features missing in major mail clients', async (_, render) => {
  const { html } = await render();
  const { errors } = caniemail({ clients: PROGRAMS, html }).issues;
  const missing = [...errors].flatMap(([program, issues]) => issues.map(({ title }) => ({ title, program })));
  expect(missing.filter(({ title }) => !DISPENSABLE.has(title))).toEqual([]);
  // Guards against misreading the data and finding nothing.
  expect(missing).toContainEqual({ title: 'color-scheme meta tag', program: 'gmail.ios' });
});

test.each(MAILS)('%s does not rely on layout missing in classic Outlook', async (_, render) => {
  const { html } = await render();
  const { warnings } = caniemail({ clients: ['outlook.windows'], html }).issues;
  const issues = [...warnings.values()].flat().filter(({ title }) => ['padding', 'margin', 'display'].includes(title));
  const ignored = issues.flatMap(({ title, position }) => {
    const start = offsetOf(html, position?.start);
    const tag = html.slice(start, html.indexOf('>', start) + 1);
    return isKept(title, tag, html.slice(0, start)) ? [] : [`${title} on ${nameOf(tag)}`];
  });
  expect(ignored.filter((name) => !DISPENSABLE_IN_OUTLOOK.has(name))).toEqual([]);
  expect(ignored).toContain('padding on body');
});

/** Outlook keeps padding on cells, margins on blocks and `display:none`; a button's cell repeats its link's padding. */
function isKept(property: string, tag: string, before: string): boolean {
  const cell = /<td[^>]*mso-padding-alt:([^;"]+)[^>]*>$/.exec(before);
  if (cell && tag.includes(`;padding:${cell[1]};`)) return property !== 'margin';
  if (property === 'padding') return tag.startsWith('<td');
  if (property === 'margin') return /^<(?:p|h1|h2|div|ul|li)\b/.test(tag);
  return tag.includes('display:none');
}

/** `<div class="line ink3">` -> `div.line` */
function nameOf(tag: string): string {
  const [, element = '', first] = /^<(\w+)(?:[^>]*? class="([\w-]+))?/.exec(tag) ?? [];
  return first === undefined || element === 'body' || element === 'td' ? element : `${element}.${first}`;
}

function offsetOf(html: string, { line, column }: { line: number; column: number } = { line: 1, column: 1 }): number {
  const before = html.split('\n').slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, column - 1);
}
