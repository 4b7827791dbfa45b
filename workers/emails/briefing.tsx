import { labelOf } from '#domain/company-names.ts';
import { cutText } from '#domain/cut-text.ts';
import { readJoinUrl } from '#domain/join-url.ts';
import { createStatementReader, type StatementReader } from '#domain/repeated-statements.ts';
import type { Say } from '#workers/words/say.ts';
import { blockText, linksText, MeetingButtons, MinorHeading, More, moreText, SectionPart } from './briefing-blocks.tsx';
import type { BriefingData } from './briefing-data.ts';
import { Documents, documentsText, wordsOf } from './briefing-documents.tsx';
import { Feedback, type FeedbackOffer, feedbackOffers, feedbackText } from './briefing-feedback.tsx';
import { forReader } from './briefing-remarks.ts';
import { type Block, briefingSections, joined, preheaderOf, type Section } from './briefing-sections.ts';
import { type Extent, firstThatFits, READING_EXTENTS, sizeExtents } from './briefing-size.ts';
import { citedSources, type NumberedSource, numberedSources, SourceList, sourceLines } from './briefing-sources.tsx';
import type { MailedFeedbackLink } from './feedback-links.ts';
import {
  COLORS,
  type EndableMailSettings,
  Heading,
  MailLink,
  type MailSettings,
  type RenderedMail,
  renderMail,
  STYLES,
  StopLinks,
  stopText,
  unsubscribeHeaders,
} from './layout.tsx';
import { PHONE_HEIGHT, phoneHeight } from './phone-height.ts';
import { inert, section, wrap } from './plain-text.ts';
import type { MailReader } from './reader.ts';

const PLACE = { fontSize: 14, lineHeight: '20px', color: COLORS.ink2, margin: '0 0 4px' };

/** Set for a test email. */
type Test = { notice: string; open: string } | null;

/** Renders the briefing for a meeting with its one-click links. What does not fit is on the meeting's page. */
export async function renderBriefing(
  given: BriefingData,
  settings: EndableMailSettings,
  feedbackLinks: readonly MailedFeedbackLink[] = [],
  test: Test = null,
): Promise<RenderedMail> {
  const data = forReader(given, settings.reader);
  const read = createStatementReader();
  const extents = sizeExtents(readableExtent(data, { read, reader: settings.reader }));
  return await firstThatFits(extents, (extent) => renderExtent(data, { extent, read, settings, feedbackLinks, test }));
}

/** Returns the longest extent that fits one and a half phone screens; the shortest if none does. */
export function readableExtent(data: BriefingData, tools: { read: StatementReader; reader: MailReader }): Extent {
  const { say } = tools.reader;
  const documents = data.documents.map((document) => wordsOf(document, say)).join(' · ');
  const smallPrint = [documents, data.asksForGoal ? say('whatDoYouWant') : ''].filter((text) => text !== '');
  const fits = (extent: Extent) => {
    const { sections } = briefingSections(data, extent, tools);
    const sources = citedSources(numberedSources(data.report?.sources ?? []), blocksOf(sections));
    return phoneHeight({ title: data.title, smallPrint, sections, sources: sources.length }) <= PHONE_HEIGHT;
  };
  const [longest] = READING_EXTENTS;
  return READING_EXTENTS.find(fits) ?? READING_EXTENTS.at(-1) ?? longest;
}

function blocksOf(sections: readonly Section[]): Block[] {
  return sections.flatMap(({ blocks }) => blocks);
}

async function renderExtent(
  data: BriefingData,
  {
    extent,
    read,
    settings,
    feedbackLinks,
    test,
  }: {
    extent: Extent;
    read: StatementReader;
    settings: EndableMailSettings;
    feedbackLinks: readonly MailedFeedbackLink[];
    test: Test;
  },
): Promise<RenderedMail> {
  const links = {
    ...meetingLinks(data, settings),
    unsubscribe: settings.unsubscribeUrl,
    ...(test && { open: test.open }),
  };
  const { reader } = settings;
  const { say } = reader;
  const { sections, isWhole, told } = briefingSections(data, extent, { read, reader });
  const sources = citedSources(numberedSources(data.report?.sources ?? []), blocksOf(sections));
  const where = whereLine(data, say);
  const offers = feedbackOffers(feedbackLinks, data, settings);
  const mail = await renderMail({
    reader,
    subject: test ? say('testSubject', { subject: briefingSubject(data, reader) }) : briefingSubject(data, reader),
    preheader: preheaderOf(data, say),
    body: (
      <>
        {test && (
          <p className="ink3" style={STYLES.small}>
            {test.notice}
          </p>
        )}
        <p className="ink2" style={PLACE}>
          {[whenLine(data, reader), where].filter((part) => part !== '').join(' · ')}
        </p>
        <Heading>{inert(data.title)}</Heading>
        <MeetingButtons links={links} say={say} />
        <Documents documents={data.documents} say={say} />
        {data.asksForGoal && (
          <p className="ink3" style={STYLES.small}>
            <MailLink href={links.goal}>{say('whatDoYouWant')}</MailLink>
          </p>
        )}
        {sections.map((part) => (
          <SectionPart key={part.heading} section={part} sources={sources} say={say} />
        ))}
        {!isWhole && <More open={links.open} say={say} />}
        {sources.length > 0 && (
          <div style={{ marginTop: 10 }}>
            <MinorHeading>{say('sources')}</MinorHeading>
            <SourceList sources={sources} say={say} />
          </div>
        )}
        <Feedback offers={offers} say={say} />
      </>
    ),
    footer: (
      <>
        {`Foreword. ${researchedAt(data, reader)} `}
        <StopLinks {...links} reader={reader} />
      </>
    ),
    text: briefingText({ data, reader, notice: test?.notice ?? null, sections, isWhole, sources, offers, links }),
    headers: unsubscribeHeaders(settings.unsubscribeUrl),
  });
  return { ...mail, told: { [data.meetingId]: told } };
}

/** Returns a subject such as `13:30 Brightwater: intro call`. */
export function briefingSubject(
  { start, timeZone, title, report, externalDomains, guests }: BriefingData,
  reader: Pick<MailReader, 'time' | 'list' | 'say'>,
): string {
  const time = reader.time(start, timeZone);
  const about = cutText(title, 120);
  const isNamed = (name: string) => about.toLowerCase().includes(name.toLowerCase());
  const names = externalDomains.slice(0, 2).flatMap((domain) => {
    const known = report?.companies.find((company) => company.domain === domain)?.name;
    const name = known && known !== domain ? known : nameOfDomain(domain);
    // A title may use a company's short name, which is often the label of its domain.
    const label = labelOf(domain);
    return isNamed(name) || (label.length >= MIN_LABEL && isNamed(label)) ? [] : [name];
  });
  const guest = guests.find(({ isExternal }) => isExternal)?.name ?? '';
  const who = externalDomains.length > 0 ? names : [guest].filter((name) => !isNamed(name));
  const value = inert(about);
  if (who.length === 0) return `${time} ${value}`;
  return `${time} ${reader.say('labelled', { label: reader.list(who.map(inert)), value })}`;
}

/** Shorter labels occur inside words by chance. */
const MIN_LABEL = 4;

export function meetingLinks(
  data: { meetingId: string; meetingUrl: string | null },
  { publicUrl, reader: { say } }: MailSettings,
) {
  const join = data.meetingUrl === null ? null : readJoinUrl(data.meetingUrl);
  return {
    /** The meeting's own link, from the calendar's conference field or to a known meeting host; never another link. */
    join: join?.href ?? null,
    joinText: join?.unknownHost ? say('joinOn', { host: join.unknownHost }) : say('join'),
    open: `${publicUrl}/app/meetings?meeting=${data.meetingId}`,
    goal: `${publicUrl}/app/meetings?meeting=${data.meetingId}#goal`,
    settings: `${publicUrl}/app/settings`,
  };
}

/** `north-peak.test` -> `North Peak`. A domain whose label stays encoded is returned as is. */
function nameOfDomain(domain: string): string {
  const label = labelOf(domain);
  if (label.startsWith('xn--')) return domain;
  const words = label.split('-');
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
}

export function whenLine({ start, end, timeZone }: BriefingData, reader: MailReader): string {
  return reader.span(start, end, timeZone);
}

export function whereLine({ location, meetingUrl, userResponse }: BriefingData, say: Say): string {
  const answer = {
    accepted: '',
    tentative: say('answeredMaybe'),
    needsAction: say('notAnsweredYet'),
    declined: '',
  };
  // The button already links to the meeting.
  const isLink = location !== null && meetingUrl !== null && /^https?:\/\/\S+$/i.test(location.trim());
  const place = location === null || isLink ? '' : say('place', { place: inert(location) });
  return joined(
    [place, answer[userResponse]].filter((part) => part !== ''),
    say,
  );
}

export function researchedAt(
  { researchedAt: at, timeZone }: BriefingData,
  { say, date, time, zone }: MailReader,
): string {
  if (at === null) return say('notResearched');
  return say('researchedOn', { date: date(at, timeZone), time: time(at, timeZone), zone: zone(at, timeZone) });
}

function briefingText({
  data,
  reader,
  notice,
  sections,
  isWhole,
  sources,
  offers,
  links,
}: {
  data: BriefingData;
  reader: MailReader;
  notice: string | null;
  sections: readonly Section[];
  isWhole: boolean;
  sources: readonly NumberedSource[];
  offers: readonly FeedbackOffer[];
  links: ReturnType<typeof meetingLinks> & { unsubscribe: string };
}): string {
  const { say } = reader;
  const where = whereLine(data, say);
  const parts = [
    ...(notice === null ? [] : [wrap(notice)]),
    [wrap(inert(data.title)), wrap(whenLine(data, reader)), ...(where === '' ? [] : [wrap(where)])].join('\n'),
    linksText(links, say),
    ...documentsText(data.documents, say),
    ...(data.asksForGoal ? [`${say('whatDoYouWant')}\n${links.goal}`] : []),
    ...sections.flatMap(({ heading: title, note, blocks }) =>
      section(
        title,
        blocks.map((block, index) => (isApart(block, index) ? `\n${blockText(block, say)}` : blockText(block, say))),
        (text) => (note === undefined ? text : say('noted', { text, note })),
      ),
    ),
    ...(isWhole ? [] : [moreText(links.open, say)]),
    ...section(say('sources'), sourceLines(sources, say)),
    ...feedbackText({ offers, say }),
    `--\n${wrap(researchedAt(data, reader))}\n${stopText({ ...links, reader })}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Every block except list items and the first one starts after an empty line. */
function isApart({ kind }: Block, index: number): boolean {
  return index > 0 && kind !== 'bullet';
}
