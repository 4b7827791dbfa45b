import { cutText } from '#domain/cut-text.ts';
import { createStatementReader, type StatementReader } from '#domain/repeated-statements.ts';
import type { MailedContent } from '#domain/report-statements.ts';
import type { Say } from '#workers/words/say.ts';
import { briefingSubject, meetingLinks } from './briefing.tsx';
import { Blocks, blockText, linkText } from './briefing-blocks.tsx';
import type { BriefingData } from './briefing-data.ts';
import { Documents, documentsText } from './briefing-documents.tsx';
import { FeedbackLines, type FeedbackOffer, feedbackLinesText, feedbackOffers } from './briefing-feedback.tsx';
import { forReader } from './briefing-remarks.ts';
import { type Block, digestBlocks, uncited } from './briefing-sections.ts';
import { DIGEST_EXTENTS, type DigestExtent, firstThatFits } from './briefing-size.ts';
import { numberedSources } from './briefing-sources.tsx';
import type { DigestData } from './digest-data.ts';
import type { MailedDigestLinks } from './feedback-links.ts';
import {
  COLORS,
  type EndableMailSettings,
  Heading,
  labelledLinks,
  MailLink,
  type MailSettings,
  Paragraph,
  type RenderedMail,
  renderMail,
  SERIF,
  STYLES,
  StopLinks,
  stopText,
  unsubscribeHeaders,
} from './layout.tsx';
import { bullet, inert, section, wrap } from './plain-text.ts';
import { knownZone, type MailReader, underDate } from './reader.ts';

/**
 * Renders the day's meetings in one email: the quick take, guests, talking points and a link to the briefing of each.
 */
export async function renderDigest(
  given: DigestData,
  settings: EndableMailSettings,
  links: MailedDigestLinks = {},
): Promise<RenderedMail> {
  const read = createStatementReader();
  // A digest covers all meetings before the next digest, including early ones tomorrow.
  const { day, reader } = underDate(given.date, settings.reader);
  const ofDay = { read, settings: { ...settings, reader }, links, day };
  return await firstThatFits(DIGEST_EXTENTS, (extent) => renderExtent(given, { ...ofDay, extent }));
}

async function renderExtent(
  given: DigestData,
  {
    extent,
    read,
    settings,
    links,
    day,
  }: {
    extent: DigestExtent;
    read: StatementReader;
    settings: EndableMailSettings;
    links: MailedDigestLinks;
    day: string;
  },
): Promise<RenderedMail> {
  const timeZone = knownZone(given.timeZone);
  const { reader } = settings;
  const { say } = reader;
  // Offers feedback only on what the email shows: none on mere titles, no "wrong person" without facts about guests.
  const offersOf = (meeting: BriefingData) =>
    feedbackOffers(links[meeting.meetingId] ?? [], meeting, settings).filter(
      ({ kind }) => extent.take > 0 && (extent.facts > 0 || kind !== 'wrong_person'),
    );
  const parts = given.meetings.slice(0, extent.meetings).map((one): Part => {
    const meeting = {
      ...forReader({ ...one, timeZone }, reader),
      documents: extent.hasGuests ? one.documents : [],
      asksForGoal: one.asksForGoal && extent.take > 0,
    };
    return { meeting, ...digestBlocks(meeting, extent, { read, reader }), offers: offersOf(meeting) };
  });
  const others = given.others.slice(0, extent.meetings).map((other) => otherLine(other, timeZone, reader));
  const first = parts[0]?.meeting;
  const count = given.meetings.length;
  const lead = say('digestLead', { count });
  const left = given.meetings.length - parts.length + given.others.length - others.length;
  const all = `${settings.publicUrl}/app/meetings`;
  const stop = { settings: `${settings.publicUrl}/app/settings`, unsubscribe: settings.unsubscribeUrl, reader };
  const more = say('moreMeetings', { count: left });
  const mail = await renderMail({
    reader,
    subject: say('digestSubject', { day, count }),
    preheader: first ? briefingSubject(first, reader) : '',
    body: (
      <>
        <Heading>{day}</Heading>
        <Paragraph>{lead}</Paragraph>
        {parts.map((part) => (
          <MeetingPart key={part.meeting.meetingId} part={part} settings={settings} />
        ))}
        {left > 0 && (
          <div className="line" style={SEPARATE}>
            <Paragraph>
              <MailLink href={all}>{more}</MailLink>
            </Paragraph>
          </div>
        )}
        {others.length > 0 && (
          <div className="line" style={SEPARATE}>
            {others.map((text, index) => (
              <Paragraph key={`${index} ${text}`}>{text}</Paragraph>
            ))}
          </div>
        )}
      </>
    ),
    footer: (
      <>
        {`${say('digestFooter')} `}
        <StopLinks {...stop} />
      </>
    ),
    text: [
      wrap(say('digestDay', { day, lead })),
      ...parts.map((part) => meetingText(part, settings)),
      ...(left > 0 ? [linkText(more, all, say)] : []),
      ...section(say('otherMeetings'), others.map(bullet)),
      `--\n${say('digestFooter')}\n${stopText(stop)}\n`,
    ].join('\n\n'),
    headers: unsubscribeHeaders(settings.unsubscribeUrl),
  });
  return { ...mail, told: Object.fromEntries(parts.map(({ meeting, told }) => [meeting.meetingId, told])) };
}

const SEPARATE = { borderTop: `1px solid ${COLORS.line}`, marginTop: 24, paddingTop: 20 };
const TITLE = { fontFamily: SERIF, fontSize: 20, lineHeight: '27px', fontWeight: 600, margin: '0 0 6px' };

const MAX_TITLE_CHARACTERS = 120;

type Part = { meeting: BriefingData; blocks: readonly Block[]; told: MailedContent; offers: readonly FeedbackOffer[] };

function MeetingPart({ part: { meeting, blocks, offers }, settings }: { part: Part; settings: MailSettings }) {
  const { join, joinText, open, goal } = meetingLinks(meeting, settings);
  const { say } = settings.reader;
  return (
    <div className="line" style={SEPARATE}>
      <p className="ink2" style={{ ...STYLES.text, color: COLORS.ink2, margin: '0 0 4px' }}>
        {hoursOf(meeting, settings.reader)}
      </p>
      <h2 className="ink" style={TITLE}>
        {titleOf(meeting)}
      </h2>
      <Blocks blocks={blocks} sources={numberedSources(meeting.report?.sources ?? [])} say={say} />
      <Documents documents={meeting.documents} say={say} />
      <p className="ink" style={STYLES.text}>
        <MailLink href={open}>{say('wholeBriefing')}</MailLink>
        {meeting.asksForGoal && (
          <>
            {' · '}
            <MailLink href={goal}>{say('whatDoYouWant')}</MailLink>
          </>
        )}
        {join && (
          <>
            {' · '}
            <MailLink href={join}>{joinText}</MailLink>
          </>
        )}
      </p>
      <FeedbackLines offers={offers} say={say} />
    </div>
  );
}

/** Renders a meeting as text, without citation numbers, as sources are listed only in the full briefing. */
function meetingText({ meeting, blocks, offers }: Part, settings: MailSettings): string {
  const { join, open, goal } = meetingLinks(meeting, settings);
  const { reader } = settings;
  const { say } = reader;
  return [
    `${wrap(titleOf(meeting).toUpperCase())}\n${wrap(hoursOf(meeting, reader))}`,
    blocks.map((block) => textOf(block, say)).join('\n'),
    ...documentsText(meeting.documents, say),
    labelledLinks([['wholeBriefing', open], ...(join ? [['join', join] as const] : [])], say),
    ...(meeting.asksForGoal ? [`${say('whatDoYouWant')}\n${goal}`] : []),
    ...feedbackLinesText({ offers, say }),
  ].join('\n\n');
}

function textOf(block: Block, say: Say): string {
  const bare = uncited(block);
  return bare.kind === 'name' ? `\n${blockText(bare, say)}` : blockText(bare, say);
}

export function titleOf({ title }: Pick<BriefingData, 'title'>): string {
  return inert(cutText(title, MAX_TITLE_CHARACTERS));
}

export function hoursOf({ start, end, timeZone }: BriefingData, reader: MailReader): string {
  return reader.hours(start, end, timeZone);
}

export function otherLine(
  { title, start, isBriefed }: DigestData['others'][number],
  timeZone: string,
  { say, time }: MailReader,
): string {
  return say(isBriefed ? 'briefingSent' : 'briefingFollows', {
    time: time(start, timeZone),
    title: titleOf({ title }),
  });
}
