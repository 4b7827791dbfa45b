import { describe, expect, test } from 'vitest';
import type { EmailRow } from '#db/queries/emails.ts';
import type { ChannelKind } from '#domain/enumerations.ts';
import { remarkOf, textsOf } from '#domain/remarks.ts';
import type { ChatMessage } from '#providers/chat/provider.ts';
import { fitsChannel } from '#providers/chat/sender.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { renderChatMessage } from '#workers/chat/chat-message.ts';
import { renderBriefing } from '#workers/emails/briefing.tsx';
import type { BriefingData, BriefingUpdateData } from '#workers/emails/briefing-data.ts';
import { renderBriefingUpdate } from '#workers/emails/briefing-update.tsx';
import { renderDigest } from '#workers/emails/digest.tsx';
import type { DigestData } from '#workers/emails/digest-data.ts';
import { exampleBriefing } from '#workers/emails/example-briefing.ts';
import { readerOf } from '#workers/emails/reader.ts';

const reader: NonNullable<EmailRow['reader']> = { language: 'en', locale: 'en-GB', hourCycle: null };
const KINDS = ['slack', 'teams'] as const satisfies ChannelKind[];

const briefing: BriefingData = exampleBriefing(readerOf().say, 'Europe/Berlin', new Date());
const update: BriefingUpdateData = {
  ...briefing,
  oldStart: briefing.start,
  start: new Date(Date.parse(briefing.start) + 3_600_000).toISOString(),
  end: new Date(Date.parse(briefing.end) + 3_600_000).toISOString(),
  joined: briefing.guests.filter(({ isExternal }) => isExternal).map((guest) => ({ guest, brief: null })),
  left: ['kim@brightwater.test'],
  sources: [],
};
const digest: DigestData = {
  date: briefing.start.slice(0, 10),
  timeZone: 'Europe/Berlin',
  meetings: [briefing],
  others: [{ meetingId: briefing.meetingId, title: 'Weekly', start: briefing.start, isBriefed: false }],
};

function render(
  kind: 'briefing' | 'briefing-update' | 'digest',
  data: unknown,
  to: ChannelKind,
  language = reader.language,
) {
  return renderChatMessage({ kind, data, reader: { ...reader, language } }, mailSettings, (each) =>
    fitsChannel(to, each),
  );
}

const runsOf = ({ blocks }: ChatMessage) =>
  blocks.flatMap((block) => {
    if (block.kind === 'heading') return [[{ text: block.text }]];
    if (block.kind === 'paragraph') return [block.runs];
    return block.kind === 'list' ? block.items : [block.links];
  });
const linesOf = (message: ChatMessage) => runsOf(message).map((runs) => runs.map(({ text }) => text).join(''));
const hrefsOf = (message: ChatMessage) =>
  runsOf(message).flatMap((runs) => runs.flatMap((run) => ('href' in run && run.href ? [run.href] : [])));

/** Removes what differs between formats: list markers, source numbers, white space and case. */
const bare = (text: string) => text.replaceAll(/\s*\[\d+\]|[\s\u200c•·()-]+/g, '').toLowerCase();

/** Returns the lines missing from the email, ignoring links, which are worded differently there. */
const unsaid = (mail: string, lines: readonly string[]) =>
  lines
    .map((line) => line.replace(/Join.*|Open in Foreword|full briefing/i, ''))
    .filter((line) => !bare(mail).includes(bare(line)));

describe.each(KINDS)('a message in %s', (kind) => {
  test('contains the summary and nothing that the briefing email lacks', async () => {
    const mail = await renderBriefing(briefing, mailSettings);
    const message = render('briefing', briefing, kind);
    expect(unsaid(mail.text, linesOf(message))).toEqual([]);
    expect(linesOf(message).map(bare)).toContain(bare(briefing.report?.summary ?? 'nothing'));
    const html = mail.html.replaceAll('&amp;', '&');
    expect(hrefsOf(message).filter((href) => !html.includes(href))).toEqual([]);
  });

  test('about a change contains nothing that its email lacks', async () => {
    const mail = await renderBriefingUpdate(update, mailSettings);
    const lines = linesOf(render('briefing-update', update, kind));
    expect(unsaid(mail.text, lines)).toEqual([]);
    expect(lines.join('\n')).toContain('Was: ');
  });

  test('with the daily digest contains nothing that its email lacks', async () => {
    const mail = await renderDigest(digest, mailSettings);
    const parts = linesOf(render('digest', digest, kind)).flatMap((line) => line.split(/ {2}| · /));
    expect(unsaid(mail.text, parts)).toEqual([]);
    expect(parts.map(bare)).toContain(bare(briefing.report?.summary ?? 'nothing'));
  });

  test('with the daily digest shows the day of next-morning meetings', () => {
    const lines = linesOf(render('digest', { ...digest, date: '2026-11-23' }, kind));
    const next = readerOf().day(briefing.start, 'Europe/Berlin');
    expect(lines.filter((line) => line.includes(next))).toHaveLength(2);
  });

  test('is written in the reader’s language', () => {
    const lines = linesOf(render('briefing', briefing, kind, 'de')).join('\n');
    expect(lines).toContain('In Foreword öffnen');
    expect(lines).not.toContain('Open in Foreword');
  });

  test('shows the report’s own remarks in the reader’s language', () => {
    const remarks = [remarkOf('nothingFound', { guests: 2, companies: 1 })];
    const [english = ''] = textsOf(remarks);
    const report = briefing.report && { ...briefing.report, summary: english, notFound: [english], remarks };
    for (const [form, data] of [
      ['briefing', { ...briefing, report }],
      ['digest', { ...digest, meetings: [{ ...briefing, report }] }],
    ] as const) {
      const message = render(form, data, kind, 'de');
      expect(linesOf(message).join('\n')).toContain('Über die Gäste und das zugehörige Unternehmen');
      expect(JSON.stringify(message)).not.toContain(english);
    }
  });

  test('shows the domain of each company and of guests at other domains', () => {
    const guests = briefing.guests.map((guest) => ({ ...guest, email: 'ana@example-freight.test' }));
    const lines = linesOf(render('briefing', { ...briefing, guests }, kind)).map((line) =>
      line.replaceAll('\u200c', ''),
    );
    expect(lines).toContain('Example Freight  example.com');
    expect(lines).toContainEqual(expect.stringMatching(/^Ana Reyes.* {2}example-freight\.test · /));
    const day = linesOf(render('digest', digest, kind)).map((line) => line.replaceAll('\u200c', ''));
    expect(day).toContainEqual(expect.stringMatching(/^Ana Reyes.* {2}example\.com · /));
  });

  test('attack 63: contains none of the email’s one-click links', () => {
    const hrefs = hrefsOf(render('briefing', briefing, kind));
    expect(hrefs.length).toBeGreaterThan(2);
    for (const href of hrefs) expect(href).not.toMatch(/token=|unsubscribe|feedback/);
  });

  test('fits the channel’s limit even with 200 guests', () => {
    const [guest] = briefing.guests;
    if (!guest) throw new Error('The example has no guest.');
    const guests = Array.from({ length: 200 }, (_, index) => ({
      ...guest,
      email: `${index}@brightwater.test`,
      name: `Guest ${index} ${'long '.repeat(20)}`,
      isExternal: true,
    }));
    const crowded = { ...briefing, guests, title: 'a title '.repeat(60) };
    const day = { ...digest, meetings: Array.from({ length: 12 }, () => crowded) };
    const moved = { ...update, joined: guests.map((one) => ({ guest: one, brief: null })) };
    expect(fitsChannel(kind, render('briefing', crowded, kind))).toBe(true);
    expect(fitsChannel(kind, render('digest', day, kind))).toBe(true);
    expect(fitsChannel(kind, render('briefing-update', moved, kind))).toBe(true);
  });
});
