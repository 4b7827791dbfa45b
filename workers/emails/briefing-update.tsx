import { cutText } from '#domain/cut-text.ts';
import { createStatementReader, type StatementReader } from '#domain/repeated-statements.ts';
import { meetingLinks } from './briefing.tsx';
import { blockText, linksText, MeetingButtons, More, moreText, SectionPart } from './briefing-blocks.tsx';
import type { BriefingUpdateData } from './briefing-data.ts';
import { bulletBlock, guestBlock, joined, type Section, shorten } from './briefing-sections.ts';
import { firstThatFits, shortenedUpdate, UPDATE_EXTENTS, type UpdateExtent } from './briefing-size.ts';
import { citedSources, numberedSources, sourceLines } from './briefing-sources.tsx';
import {
  type EndableMailSettings,
  Heading,
  Paragraph,
  type RenderedMail,
  renderMail,
  StopLinks,
  stopText,
  unsubscribeHeaders,
} from './layout.tsx';
import { inert, section, wrap } from './plain-text.ts';
import { knownZone, type MailReader } from './reader.ts';

/**
 * Renders what changed about a briefed meeting: old and new time, guests added and removed, a link to the briefing.
 * What does not fit is on the meeting's page.
 */
export async function renderBriefingUpdate(
  data: BriefingUpdateData,
  settings: EndableMailSettings,
): Promise<RenderedMail> {
  const read = createStatementReader();
  return await firstThatFits(UPDATE_EXTENTS, (extent) => renderExtent(data, { extent, read, settings }));
}

async function renderExtent(
  whole: BriefingUpdateData,
  { extent, read, settings }: { extent: UpdateExtent; read: StatementReader; settings: EndableMailSettings },
): Promise<RenderedMail> {
  const data = shortenedUpdate(whole, extent);
  const isWhole = extent === UPDATE_EXTENTS[0];
  const links = { ...meetingLinks(data, settings), unsubscribe: settings.unsubscribeUrl };
  const title = inert(cutText(data.title, 120));
  const { reader } = settings;
  const { say } = reader;
  const time = timeOf(data, reader);
  const parts = updateSections(data, { read, reader });
  const sources = numberedSources(data.sources);
  const cited = citedSources(
    sources,
    parts.flatMap(({ blocks }) => blocks),
  );
  const stillHolds = say(parts.length === 0 ? 'stillHolds' : 'restStillHolds');
  const nowLabel = say(time.before === null ? 'asPlanned' : 'now');
  return await renderMail({
    reader,
    subject: time.before === null ? say('otherGuests', { title }) : say('movedTo', { time: time.short, title }),
    preheader: preheaderOf(data, time, reader),
    body: (
      <>
        <Heading>{title}</Heading>
        {time.before !== null && (
          <Paragraph>
            {`${say('was')} `}
            <s>{time.before}</s>
          </Paragraph>
        )}
        <Paragraph>
          {`${nowLabel} `}
          <strong>{time.now}</strong>
        </Paragraph>
        {parts.map((part) => (
          <SectionPart key={part.heading} section={part} sources={sources} say={say} />
        ))}
        {!isWhole && <More open={links.open} say={say} />}
        <div style={{ margin: '14px 0 0' }}>
          <Paragraph>{stillHolds}</Paragraph>
        </div>
        <MeetingButtons links={links} say={say} />
      </>
    ),
    footer: (
      <>
        {`${say('sentBy')} `}
        <StopLinks {...links} reader={reader} />
      </>
    ),
    text: [
      wrap(title),
      [...(time.before === null ? [] : [`${say('was')} ${time.before}`]), wrap(`${nowLabel} ${time.now}`)].join('\n'),
      ...parts.flatMap(({ heading: name, blocks }) =>
        section(
          name,
          blocks.map((block) => blockText(block, say)),
        ),
      ),
      ...section(say('sources'), sourceLines(cited, say)),
      ...(isWhole ? [] : [moreText(links.open, say)]),
      wrap(stillHolds),
      linksText(links, say),
      `--\n${stopText({ ...links, reader })}\n`,
    ].join('\n\n'),
    headers: unsubscribeHeaders(settings.unsubscribeUrl),
  });
}

/** Returns the sections on guests added and removed. */
export function updateSections(
  { joined, left }: BriefingUpdateData,
  tools: { read: StatementReader; reader: MailReader },
): Section[] {
  const { say } = tools.reader;
  return [
    {
      heading: say('alsoComing'),
      blocks: joined.flatMap(({ guest, brief }) => guestBlock(guest, brief ?? undefined, tools)),
    },
    { heading: say('noLongerComing'), blocks: left.map(bulletBlock) },
  ].filter(({ blocks }) => blocks.length > 0);
}

type Times = { /** Null if the start has not changed. */ before: string | null; now: string; short: string };

/** Returns the old and new time in words. */
export function timeOf({ oldStart, start, end, timeZone: given }: BriefingUpdateData, reader: MailReader): Times {
  const timeZone = knownZone(given);
  const { say } = reader;
  const [oldDay, day] = [reader.day(oldStart, timeZone), reader.day(start, timeZone)];
  const [oldTime, time] = [reader.time(oldStart, timeZone), reader.time(start, timeZone)];
  return {
    before: oldStart === start ? null : say('timeAndDay', { time: oldTime, day: oldDay }),
    now: reader.span(start, end, timeZone),
    short: oldDay === day ? time : say('dayAndTime', { day, time }),
  };
}

export function preheaderOf(
  { joined: added, left }: BriefingUpdateData,
  { before, now }: Times,
  { say, list }: MailReader,
): string {
  if (before !== null) return say('wasAndNow', { before, now });
  const names = added.map(({ guest }) => inert(guest.name ?? guest.email));
  const told = [
    ...(names.length > 0 ? [say('alsoComingNames', { names: list(names) })] : []),
    ...(left.length > 0 ? [say('noLongerComingNames', { names: list(left.map(inert)) })] : []),
  ];
  return inert(shorten(joined(told, say)));
}
