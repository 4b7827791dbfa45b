import { createElement as h, type ReactNode } from 'react';
import { readJoinUrl } from '#domain/join-url.ts';
import { createStatementReader, type StatementReader } from '#domain/told-before.ts';
import { blockText, minorHeading, moreNode, moreText, sectionNode } from './briefing-blocks.ts';
import type { BriefingData } from './briefing-data.ts';
import { documentsNode, documentsText } from './briefing-documents.ts';
import { type FeedbackOffer, feedbackNode, feedbackOffers, feedbackText } from './briefing-feedback.ts';
import { type Block, briefingSections, preheaderOf, type Section } from './briefing-sections.ts';
import { type Extent, firstThatFits, READING_EXTENTS, sizeExtents } from './briefing-size.ts';
import { citedSources, type NumberedSource, numberedSources, sourceLines, sourceNodes } from './briefing-sources.ts';
import type { MailedFeedbackLink } from './feedback-links.ts';
import {
  button,
  COLORS,
  type EndableMailSettings,
  heading,
  link,
  type MailSettings,
  type RenderedMail,
  renderMail,
  STYLES,
  unsubscribeHeaders,
} from './layout.ts';
import { PHONE_HEIGHT, phoneHeight } from './phone-height.ts';
import { inert, section, wrap } from './plain-text.ts';
import { formatDate, formatSpan, formatTime, knownZone, zoneName } from './when.ts';

const PLACE = { fontSize: 14, lineHeight: '20px', color: COLORS.ink2, margin: '0 0 4px' };

/** The words of the field that the link leads to. */
const GOAL_QUESTION = 'What do you want from it?';

/** Set on a mail that is not the briefing itself. */
type Test = { notice: string; open: string } | null;

/** The briefing before a meeting, with the one-click links that it was given; what does not fit into a mail is left to the page of the meeting. */
export async function renderBriefing(
  given: BriefingData,
  settings: EndableMailSettings,
  feedbackLinks: readonly MailedFeedbackLink[] = [],
  test: Test = null,
): Promise<RenderedMail> {
  const data = { ...given, timeZone: knownZone(given.timeZone) };
  const read = createStatementReader();
  const extents = sizeExtents(readableExtent(data, read));
  return await firstThatFits(extents, (extent) => renderExtent(data, { extent, read, settings, feedbackLinks, test }));
}

/** The longest that a phone shows on one and a half screens. */
function readableExtent(data: BriefingData, read: StatementReader): Extent {
  const fits = (extent: Extent) => {
    const { sections } = briefingSections(data, extent, read);
    const sources = citedSources(numberedSources(data.report?.sources ?? []), blocksOf(sections));
    return phoneHeight(data.title, sections, sources.length) <= PHONE_HEIGHT;
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
  const { sections, isWhole } = briefingSections(data, extent, read);
  const sources = citedSources(numberedSources(data.report?.sources ?? []), blocksOf(sections));
  const where = whereLine(data);
  const offers = feedbackOffers(feedbackLinks, data, settings.publicUrl);
  return await renderMail({
    subject: `${test ? 'Test: ' : ''}${briefingSubject(data)}`,
    preheader: preheaderOf(data),
    body: h(
      'div',
      null,
      test && h('p', { className: 'ink3', style: STYLES.small }, test.notice),
      h('p', { className: 'ink2', style: PLACE }, [whenLine(data), where].filter((part) => part !== '').join(' · ')),
      heading(inert(data.title)),
      h(
        'div',
        null,
        links.join && button(links.join, links.joinText),
        button(links.open, 'Open in Foreword', links.join ? 'quiet' : 'primary'),
      ),
      documentsNode(data),
      data.asksForGoal && h('p', { className: 'ink3', style: STYLES.small }, link(links.goal, GOAL_QUESTION)),
      ...sections.map((part) => sectionNode(part, sources)),
      !isWhole && moreNode(links.open),
      sources.length > 0 && sourcesNode(sources),
      feedbackNode(offers),
    ),
    footer: footerNode(data, links),
    text: briefingText({ data, notice: test?.notice ?? null, sections, isWhole, sources, offers, links }),
    headers: unsubscribeHeaders(settings),
  });
}

function footerNode(data: BriefingData, links: { settings: string; unsubscribe: string }): ReactNode {
  return h(
    'span',
    null,
    'Foreword. ',
    researchedAt(data),
    ' ',
    link(links.settings, 'Change or stop these mails'),
    ' · ',
    link(links.unsubscribe, 'Unsubscribe'),
  );
}

/** `13:30 Brightwater: intro call` */
export function briefingSubject({ start, timeZone, title, report, externalDomains, guests }: BriefingData): string {
  const time = formatTime(start, timeZone);
  const about = inert(title).slice(0, 120);
  const isNamed = (name: string) => about.toLowerCase().includes(name.toLowerCase());
  const names = externalDomains.slice(0, 2).flatMap((domain) => {
    const known = report?.companies.find((company) => company.domain === domain)?.name;
    const name = known && known !== domain ? inert(known) : nameOfDomain(domain);
    // People call a company by its short name, which is often that of its site.
    const [label = ''] = domain.split('.');
    return isNamed(name) || (label.length >= MIN_LABEL && isNamed(label)) ? [] : [name];
  });
  const guest = guests.find(({ isExternal }) => isExternal)?.name ?? '';
  const who = externalDomains.length > 0 ? names : [inert(guest)].filter((name) => !isNamed(name));
  return who.length === 0 ? `${time} ${about}` : `${time} ${who.join(', ')}: ${about}`;
}

/** Shorter ones stand in words by chance. */
const MIN_LABEL = 4;

export function meetingLinks(data: { meetingId: string; meetingUrl: string | null }, { publicUrl }: MailSettings) {
  const join = data.meetingUrl === null ? null : readJoinUrl(data.meetingUrl);
  return {
    /** The meeting's own link: what a calendar holds as such, or on a known meeting host. An address of a title or a text is never one. */
    join: join?.href ?? null,
    joinText: join?.unknownHost ? `Join on ${join.unknownHost}` : 'Join',
    open: `${publicUrl}/app/meetings?meeting=${data.meetingId}`,
    goal: `${publicUrl}/app/meetings?meeting=${data.meetingId}#goal`,
    settings: `${publicUrl}/app/settings`,
  };
}

/** `north-peak.test` -> `North Peak` */
function nameOfDomain(domain: string): string {
  const words = (domain.split('.')[0] ?? domain).split('-');
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
}

function whenLine({ start, end, timeZone }: BriefingData): string {
  return formatSpan(start, end, timeZone);
}

function whereLine({ location, meetingUrl, userResponse }: BriefingData): string {
  const answer = {
    accepted: '',
    tentative: 'You answered maybe.',
    needsAction: 'You have not answered yet.',
    declined: '',
  };
  // The button leads there.
  const isLink = location !== null && meetingUrl !== null && /^https?:\/\/\S+$/i.test(location.trim());
  const place = location === null || isLink ? '' : `${inert(location)}.`;
  return [place, answer[userResponse]].filter((part) => part !== '').join(' ');
}

function researchedAt({ researchedAt: at, timeZone }: BriefingData): string {
  if (at === null) return 'Not researched.';
  return `Researched on ${formatDate(at, timeZone)} at ${formatTime(at, timeZone)} ${zoneName(at, timeZone)}.`;
}

function sourcesNode(sources: readonly NumberedSource[]): ReactNode {
  return h('div', { style: { marginTop: 10 } }, minorHeading('Sources'), ...sourceNodes(sources));
}

function briefingText({
  data,
  notice,
  sections,
  isWhole,
  sources,
  offers,
  links,
}: {
  data: BriefingData;
  notice: string | null;
  sections: readonly Section[];
  isWhole: boolean;
  sources: readonly NumberedSource[];
  offers: readonly FeedbackOffer[];
  links: ReturnType<typeof meetingLinks> & { unsubscribe: string };
}): string {
  const where = whereLine(data);
  const parts = [
    ...(notice === null ? [] : [wrap(notice)]),
    [wrap(inert(data.title)), wrap(whenLine(data)), ...(where === '' ? [] : [wrap(where)])].join('\n'),
    [...(links.join ? [`Join: ${links.join}`] : []), `Open: ${links.open}`].join('\n'),
    ...documentsText(data),
    ...(data.asksForGoal ? [`${GOAL_QUESTION}\n${links.goal}`] : []),
    ...sections.flatMap(({ heading: title, note, blocks }) =>
      section(
        note === undefined ? title : `${title} (${note})`,
        blocks.map((block, index) => (isApart(block, index) ? `\n${blockText(block)}` : blockText(block))),
      ),
    ),
    ...(isWhole ? [] : [moreText(links.open)]),
    ...section('Sources', sourceLines(sources)),
    ...feedbackText(offers),
    `--\n${wrap(researchedAt(data))}\nChange or stop these mails: ${links.settings}\nUnsubscribe: ${links.unsubscribe}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Each guest begins after an empty line, and so does what follows a list. */
function isApart({ kind }: Block, index: number): boolean {
  return index > 0 && kind !== 'bullet';
}
