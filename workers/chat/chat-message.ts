import type { EmailRow } from '#db/queries/emails.ts';
import { cutText } from '#domain/cut-text.ts';
import { createStatementReader, type StatementReader } from '#domain/repeated-statements.ts';
import type { ChatBlock, ChatMessage, Run } from '#providers/chat/provider.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import {
  briefingSubject,
  meetingLinks,
  readableExtent,
  researchedAt,
  whenLine,
  whereLine,
} from '#workers/emails/briefing.tsx';
import { type BriefingData, briefingData, briefingUpdateData } from '#workers/emails/briefing-data.ts';
import { readLink, wordsOf } from '#workers/emails/briefing-documents.tsx';
import { forReader } from '#workers/emails/briefing-remarks.ts';
import { briefingSections, digestBlocks, preheaderOf, type Section } from '#workers/emails/briefing-sections.ts';
import {
  DIGEST_EXTENTS,
  type DigestExtent,
  type Extent,
  shortenedUpdate,
  sizeExtents,
  UPDATE_EXTENTS,
  type UpdateExtent,
} from '#workers/emails/briefing-size.ts';
import { citedSources, numberedSources } from '#workers/emails/briefing-sources.tsx';
import { preheaderOf as preheaderOfUpdate, timeOf, updateSections } from '#workers/emails/briefing-update.tsx';
import { hoursOf, otherLine, titleOf } from '#workers/emails/digest.tsx';
import { type DigestData, digestData } from '#workers/emails/digest-data.ts';
import { inert } from '#workers/emails/plain-text.ts';
import { knownZone, type MailReader, readerOf, underDate } from '#workers/emails/reader.ts';
import { testBriefingData } from '#workers/emails/test-briefing.ts';
import { blocksOf, heading, links, minor, paragraph, sourceBlocks } from './chat-blocks.ts';

type Settings = { publicUrl: string; supportEmail: string; reader: MailReader };
/** Returns whether a message is within the vendor's limits. */
type Fits = (message: ChatMessage) => boolean;

/**
 * Renders an email as a channel message: the same statements, as many as the vendor allows. Leaves out one-click links,
 * which would act for the email's reader no matter who clicks.
 *
 * @throws Error for an email that is not a briefing
 */
export function renderChatMessage(
  { kind, data, reader }: Pick<EmailRow, 'kind' | 'data' | 'reader'>,
  { publicUrl, supportEmail }: Pick<Settings, 'publicUrl' | 'supportEmail'>,
  fits: Fits,
): ChatMessage {
  const settings = { publicUrl, supportEmail, reader: readerOf(reader ?? undefined) };
  switch (kind) {
    case 'briefing':
      return renderBriefing(briefingData.parse(data), settings, fits);
    case 'test-briefing':
      return renderTest(testBriefingData.parse(data), settings, fits);
    case 'briefing-update':
      return renderUpdate(briefingUpdateData.parse(data), settings, fits);
    case 'digest':
      return renderDigest(digestData.parse(data), settings, fits);
    default:
      throw new LoggableError(`Mails of kind ${kind} have no channel message.`);
  }
}

function renderTest(
  { isExample, briefing }: { isExample: boolean; briefing: BriefingData },
  settings: Settings,
  fits: Fits,
): ChatMessage {
  const { say } = settings.reader;
  const notice = say(isExample ? 'exampleNotice' : 'testNotice');
  // The example's meeting cannot be opened.
  const open = isExample ? `${settings.publicUrl}/app/meetings` : null;
  return renderBriefing(briefing, settings, fits, { notice, open });
}

function renderBriefing(
  given: BriefingData,
  settings: Settings,
  fits: Fits,
  test: { notice: string; open: string | null } | null = null,
): ChatMessage {
  const { reader } = settings;
  const data = forReader(given, reader);
  const read = createStatementReader();
  const subject = briefingSubject(data, reader);
  const summary = test ? reader.say('testSubject', { subject }) : `${subject} – ${preheaderOf(data, reader.say)}`;
  const wholeLinks = meetingLinks(data, settings);
  const shown = { ...wholeLinks, open: test?.open ?? wholeLinks.open };
  const toMessage = (extent: Extent): ChatMessage => ({
    summary,
    blocks: [
      ...(test ? [minor(test.notice)] : []),
      ...briefingBlocks(data, { extent, read, reader, shown }),
      minor(researchedAt(data, reader)),
    ],
  });
  const bare = {
    summary,
    blocks: [heading(data.title), minor(whenLine(data, reader)), meetingLinksBlock(shown, reader)],
  };
  return firstThatFits(sizeExtents(readableExtent(data, { read, reader })).map(toMessage), fits) ?? bare;
}

type Shown = ReturnType<typeof meetingLinks>;

function briefingBlocks(
  data: BriefingData,
  { extent, read, reader, shown }: { extent: Extent; read: StatementReader; reader: MailReader; shown: Shown },
): ChatBlock[] {
  const { say } = reader;
  const { sections, isWhole } = briefingSections(data, extent, { read, reader });
  const numbered = numberedSources(data.report?.sources ?? []);
  const sources = citedSources(
    numbered,
    sections.flatMap(({ blocks }) => blocks),
  );
  const where = [whenLine(data, reader), whereLine(data, say)].filter((part) => part !== '').join(' · ');
  return [
    heading(data.title),
    minor(where),
    meetingLinksBlock(shown, reader),
    ...documentBlocks(data, reader),
    ...sections.flatMap((section) => sectionBlocks(section, { sources: numbered, say })),
    ...(isWhole ? [] : [paragraph([{ text: say('more'), href: shown.open }])]),
    ...sourceBlocks(sources, say),
  ];
}

function renderUpdate(data: ReturnType<typeof briefingUpdateData.parse>, settings: Settings, fits: Fits): ChatMessage {
  const { reader } = settings;
  const { say } = reader;
  const read = createStatementReader();
  const time = timeOf(data, reader);
  const title = inert(cutText(data.title, 120));
  const subject = time.before === null ? say('otherGuests', { title }) : say('movedTo', { time: time.short, title });
  const shown = meetingLinks(data, settings);
  const numbered = numberedSources(data.sources);
  const toMessage = (extent: UpdateExtent): ChatMessage => {
    const sections = updateSections(shortenedUpdate(data, extent), { read, reader });
    const cited = citedSources(
      numbered,
      sections.flatMap(({ blocks }) => blocks),
    );
    return {
      summary: `${subject} – ${preheaderOfUpdate(data, time, reader)}`,
      blocks: [
        heading(data.title),
        ...(time.before === null ? [] : [paragraph([{ text: `${say('was')} ${time.before}` }])]),
        paragraph([{ text: `${say(time.before === null ? 'asPlanned' : 'now')} ` }, { text: time.now, isBold: true }]),
        ...sections.flatMap((section) => sectionBlocks(section, { sources: numbered, say })),
        ...(extent === UPDATE_EXTENTS[0] ? [] : [paragraph([{ text: say('more'), href: shown.open }])]),
        paragraph([{ text: say(sections.length === 0 ? 'stillHolds' : 'restStillHolds') }]),
        meetingLinksBlock(shown, reader),
        ...sourceBlocks(cited, say),
      ],
    };
  };
  const least = { facts: 0, people: 0 };
  return firstThatFits(UPDATE_EXTENTS.map(toMessage), fits) ?? toMessage(least);
}

function renderDigest(given: DigestData, settings: Settings, fits: Fits): ChatMessage {
  const timeZone = knownZone(given.timeZone);
  const { publicUrl } = settings;
  const { day, reader } = underDate(given.date, settings.reader);
  const { say } = reader;
  const read = createStatementReader();
  const count = given.meetings.length;
  const toMessage = (extent: DigestExtent): ChatMessage => {
    const meetings = given.meetings
      .slice(0, extent.meetings)
      .map((meeting) => forReader({ ...meeting, timeZone }, reader));
    const others = given.others.slice(0, extent.meetings);
    const left = count - meetings.length + given.others.length - others.length;
    return {
      summary: say('digestSubject', { day, count }),
      blocks: [
        heading(day),
        paragraph([{ text: say('digestLead', { count }) }]),
        ...meetings.flatMap((meeting) => [
          paragraph([{ text: titleOf(meeting), isBold: true }, { text: `  ${hoursOf(meeting, reader)}` }]),
          ...blocksOf(digestBlocks(meeting, extent, { read, reader }).blocks, {
            sources: numberedSources(meeting.report?.sources ?? []),
            say,
          }),
          paragraph(wholeBriefingRuns(meeting, settings)),
        ]),
        ...(left > 0
          ? [paragraph([{ text: say('moreMeetings', { count: left }), href: `${publicUrl}/app/meetings` }])]
          : []),
        ...(others.length > 0
          ? [
              {
                kind: 'list' as const,
                items: others.map((other) => [{ text: otherLine(other, timeZone, reader) }]),
              },
            ]
          : []),
      ],
    };
  };
  const least = DIGEST_EXTENTS.at(-1) ?? DIGEST_EXTENTS[0];
  return firstThatFits(DIGEST_EXTENTS.map(toMessage), fits) ?? toMessage({ ...least, meetings: 1 });
}

function wholeBriefingRuns(meeting: BriefingData, settings: Settings): Run[] {
  const { join, joinText, open } = meetingLinks(meeting, settings);
  const whole = { text: settings.reader.say('wholeBriefing'), href: open };
  return join === null ? [whole] : [whole, { text: ' · ' }, { text: joinText, href: join }];
}

function meetingLinksBlock({ join, joinText, open }: Shown, { say }: MailReader): ChatBlock {
  const openLink = { text: say('openInForeword'), href: open };
  return links(join === null ? [openLink] : [{ text: joinText, href: join }, openLink]);
}

function documentBlocks({ documents }: BriefingData, { say }: MailReader): ChatBlock[] {
  if (documents.length === 0) return [];
  const runs = documents.flatMap((document, index): Run[] => {
    const href = readLink(document);
    const run = href ? { text: inert(document.title), href } : { text: wordsOf(document, say) };
    return index === 0 ? [run] : [{ text: ' · ' }, run];
  });
  return [paragraph([{ text: `${say('label', { label: say('documents') })} ` }, ...runs])];
}

function sectionBlocks({ heading: title, note, blocks }: Section, shown: Parameters<typeof blocksOf>[1]): ChatBlock[] {
  const told = note === undefined ? [] : [{ text: `  ${note}` }];
  return [paragraph([{ text: title, isBold: true }, ...told]), ...blocksOf(blocks, shown)];
}

/** Returns the first message that fits, which is the longest; null if none does. */
function firstThatFits(messages: readonly ChatMessage[], fits: Fits): ChatMessage | null {
  return messages.find(fits) ?? null;
}
