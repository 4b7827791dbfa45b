import { expect, test } from 'vitest';
import { emptyReport } from '#tests/support/empty-report.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { plainBriefing } from '#tests/support/plain-briefing.ts';
import { renderDigest } from '#workers/emails/digest.tsx';
import type { DigestData } from '#workers/emails/digest-data.ts';

const id = (last: number) => `0192e4a0-0000-7000-8000-00000000000${last}`;
const meeting: DigestData['meetings'][number] = {
  ...plainBriefing,
  meetingId: id(1),
  start: '2026-11-23T12:30:00.000Z',
  end: '2026-11-23T13:00:00.000Z',
  guests: [{ email: 'leonie@brightwater.test', name: 'Leonie Hartmann', responseStatus: 'accepted', isExternal: true }],
  report: {
    ...emptyReport,
    summary: 'Brightwater finds leaks. [1]',
    sources: [{ title: 'Home', url: 'https://brightwater.test/' }],
    guests: [
      {
        email: 'leonie@brightwater.test',
        name: 'Leonie Hartmann',
        role: 'VP Operations since 2024 [1]',
        facts: ['Spoke in Rotterdam. [1]', 'Third fact. [1]'],
        identity: 'confirmed',
        candidates: [],
      },
    ],
    talkingPoints: ['Delivery slots. [1]'],
  },
  researchedAt: '2026-11-23T05:00:00.000Z',
};
const digest: DigestData = {
  date: '2026-11-23',
  timeZone: 'Europe/Berlin',
  meetings: [
    meeting,
    {
      ...meeting,
      meetingId: id(2),
      title: 'Visit https://evil.test <b>now</b>, evil.test/x, a@evil.test',
      meetingUrl: 'http://evil.test/join',
      report: null,
      shortfall: 'research_failed',
    },
  ],
  others: [{ meetingId: id(3), title: 'Board', start: '2026-11-23T15:00:00.000Z', isBriefed: true }],
};

test('a digest lists each meeting’s time, title, facts and link', async () => {
  const { subject, text, html, headers } = await renderDigest(digest, mailSettings);
  expect(subject).toBe('Monday 23 November: 2 meetings to prepare for');
  expect(text).toContain('INTRO CALL\n13:30 to 14:00 (CET)');
  expect(text).toContain('- Spoke in Rotterdam.\n');
  expect(text).toContain('- Delivery slots.');
  expect(text).toContain('Talking points (Inferred)');
  expect(text).not.toContain('Third fact');
  expect(text).not.toContain('[1]');
  expect(text).toContain('The research for this meeting failed.');
  expect(text).toContain('- 16:00 Board: briefing sent.');
  expect(text).toContain(`https://app.foreword.example/app/meetings?meeting=${id(1)}`);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(line.includes('https://') ? 160 : 78);
  expect(html).toContain('href="https://brightwater.test/"');
  expect(headers['List-Unsubscribe']).toBe(`<${mailSettings.unsubscribeUrl}>`);
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  expect(text).toContain(`Unsubscribe: ${mailSettings.unsubscribeUrl}\n`);
});

test('next-morning meetings show their day', async () => {
  const early = { ...meeting, start: '2026-11-24T06:00:00.000Z', end: '2026-11-24T06:30:00.000Z' };
  const others = [{ meetingId: id(3), title: 'Board', start: '2026-11-24T06:45:00.000Z', isBriefed: false }];
  const { text, html, subject } = await renderDigest({ ...digest, meetings: [early], others }, mailSettings);
  expect(subject).toBe('Monday 23 November: 1 meeting to prepare for');
  expect(text).toContain('INTRO CALL\n07:00 to 07:30, Tuesday 24 November (CET)');
  expect(text).toContain('OTHER MEETINGS\n- Tuesday 24 November 07:45 Board: briefing to follow.');
  // Also in the preview that inboxes show next to the subject.
  expect(html).toMatch(/Tuesday 24 November 07:00 .*Intro call/);
});

test('each meeting has its own one-click links, in both HTML and text', async () => {
  const links = {
    [id(1)]: [
      { action: 'useful' as const, target: null, token: 'token-useful' },
      { action: 'wrong_person' as const, target: 'leonie@brightwater.test', token: 'token-wrong' },
      { action: 'mute_series' as const, target: null, token: 'token-mute' },
    ],
    [id(2)]: [{ action: 'useful' as const, target: null, token: 'token-other' }],
  };
  const { html, text } = await renderDigest(digest, mailSettings, links);
  for (const token of ['token-useful', 'token-wrong', 'token-mute', 'token-other']) {
    expect(html).toContain(`href="https://app.foreword.example/feedback?token=${token}"`);
    expect(text).toContain(`https://app.foreword.example/feedback?token=${token}`);
  }
  expect(text).toContain('Useful? Yes:');
  expect(text).toContain('No more emails about this series:');
});

test('each meeting shows its own documents and, if still open, its goal question', async () => {
  const documents = [
    { title: 'Agenda', url: 'https://docs.google.com/document/d/1/edit', host: 'docs.google.com' },
    { title: 'Notes', url: null, host: 'evil.test' },
  ];
  const { html, text } = await renderDigest(
    {
      ...digest,
      meetings: [
        { ...meeting, documents, asksForGoal: true },
        { ...meeting, meetingId: id(2) },
      ],
    },
    mailSettings,
  );
  expect(html.match(/href="https:\/\/docs\.google\.com[^"]*"/g)).toEqual([
    'href="https://docs.google.com/document/d/1/edit"',
  ]);
  expect(text).toContain('Notes (on evil.\u200ctest)');
  for (const form of [html, text]) expect(form.split(`?meeting=${id(1)}#goal`)).toHaveLength(2);
  expect(text).not.toContain(`?meeting=${id(2)}#goal`);
});

test('rendering returns only the facts shown for each meeting', async () => {
  const { told, text } = await renderDigest(digest, mailSettings);
  expect(told).toEqual({
    [id(1)]: {
      guests: ['leonie@brightwater.test'],
      facts: [
        { text: 'Brightwater finds leaks.', about: null, urls: ['https://brightwater.test/'] },
        { text: 'VP Operations since 2024', about: 'Leonie Hartmann', urls: ['https://brightwater.test/'] },
        { text: 'Spoke in Rotterdam.', about: 'Leonie Hartmann', urls: ['https://brightwater.test/'] },
      ],
    },
    [id(2)]: { guests: [], facts: [] },
  });
  expect(text).not.toContain('Third fact.');
});

test('invitation text never becomes a link or markup', async () => {
  const { html, text } = await renderDigest(digest, mailSettings);
  expect(html).not.toContain('<b>now</b>');
  expect(html + text).not.toMatch(/evil\.test/i);
  expect(text.replaceAll('\u200c', '')).toContain('EVIL.TEST/X, A@EVIL.TEST');
});

test('a digest of twelve fully researched meetings stays below 60 KB and links to each briefing', async () => {
  const fact = `${'A sentence that says something of some length. '.repeat(8)}[1][2][3]`;
  const people = Array.from({ length: 8 }, (_, index) => `guest${index}@brightwater.test`);
  const full: typeof meeting = {
    ...meeting,
    guests: people.map((email) => ({ email, name: null, responseStatus: 'accepted', isExternal: true })),
    report: meeting.report && {
      ...meeting.report,
      summary: `${fact} ${fact} ${fact}`,
      sources: [1, 2, 3].map((page) => ({ title: 'Home', url: `https://brightwater.test/${page}/${'p'.repeat(200)}` })),
      guests: people.map((email) => ({
        email,
        name: null,
        role: fact,
        facts: [fact],
        identity: 'confirmed',
        candidates: [],
      })),
      talkingPoints: [fact, fact, fact],
    },
  };
  const meetings = Array.from({ length: 12 }, (_, index) => ({
    ...full,
    meetingId: `0192e4a0-0000-7000-8000-0000000001${10 + index}`,
  }));
  const offers = [
    { action: 'useful' as const, target: null, token: 'token-useful' },
    ...people.map((target) => ({ action: 'wrong_person' as const, target, token: 'token-wrong' })),
  ];
  const links = Object.fromEntries(meetings.map(({ meetingId }) => [meetingId, offers]));
  const { html, text } = await renderDigest({ ...digest, meetings }, mailSettings, links);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  for (const { meetingId } of meetings) expect(html).toContain(`meeting=${meetingId}"`);
  expect(text.split('A sentence that says')).not.toHaveLength(1);
  expect(html).toContain('token-useful');
  expect(html).not.toContain('token-wrong');
});

test.each([50, 200])('a digest of %i meetings stays below 60 KB and links to what it omits', async (count) => {
  const sentence = 'A sentence that says something of some length about what the company does. ';
  const meetings = Array.from({ length: count }, (_, index) => ({
    ...meeting,
    title: `${'A rather long title '.repeat(20)}${index}`,
    meetingId: `0192e4a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    report: meeting.report && { ...meeting.report, summary: `${sentence.repeat(7)} [1] `.repeat(3) },
  }));
  const others = meetings.map(({ meetingId, title, start }) => ({ meetingId, title, start, isBriefed: true }));
  const token = 'x'.repeat(43);
  const offers = [
    { action: 'useful' as const, target: null, token },
    { action: 'not_useful' as const, target: null, token },
    { action: 'mute_series' as const, target: null, token },
  ];
  const links = Object.fromEntries(meetings.map(({ meetingId }) => [meetingId, offers]));
  const { html, text, subject } = await renderDigest({ ...digest, meetings, others }, mailSettings, links);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(subject).toContain(`${count} meetings`);
  const shown = [...html.matchAll(/meeting=0192e4a0-0000-7000-8000-\d{12}"/g)].length;
  const listed = html.split('briefing sent').length - 1;
  expect(shown).toBeGreaterThanOrEqual(15);
  const left = 2 * count - shown - listed;
  const more = `Not everything fits in one email: there are ${left} more meetings`;
  expect(html.includes('href="https://app.foreword.example/app/meetings"')).toBe(left > 0);
  expect([html, text.replaceAll(/\s+/g, ' ')].map((form) => form.includes(more))).toEqual([left > 0, left > 0]);
});

test('forty meetings each keep the start of the quick take and a link', async () => {
  const meetings = Array.from({ length: 40 }, (_, index) => ({
    ...meeting,
    meetingId: `0192e4a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    report: meeting.report && { ...meeting.report, summary: 'Brightwater finds leaks for cities. [1] '.repeat(40) },
  }));
  const { html } = await renderDigest({ ...digest, meetings }, mailSettings);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  expect(html.split('Brightwater finds leaks').length).toBeGreaterThan(40);
  for (const { meetingId } of meetings) expect(html).toContain(`meeting=${meetingId}"`);
});

test('a digest of twelve ordinary meetings stays below 60 KB', async () => {
  const meetings = Array.from({ length: 12 }, () => meeting);
  const { html } = await renderDigest({ ...digest, meetings }, mailSettings);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
});
