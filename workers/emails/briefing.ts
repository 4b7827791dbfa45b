import { createElement as h, type ReactNode } from 'react';
import { pickJoinUrl } from '#domain/join-url.ts';
import { blockNodes, blockText, MORE_THAN_FITS, moreNode, sectionHeading } from './briefing-blocks.ts';
import type { BriefingData } from './briefing-data.ts';
import { type FeedbackOffer, feedbackNode, feedbackOffers, feedbackText } from './briefing-feedback.ts';
import { type Block, briefingSections, preheaderOf, type Section } from './briefing-sections.ts';
import { EXTENTS, type Extent, firstThatFits, shortened, WHOLE } from './briefing-size.ts';
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
import { inert, section, wrap } from './plain-text.ts';
import { formatDate, formatSpan, formatTime, knownZone, zoneName } from './when.ts';

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
  return await firstThatFits(EXTENTS, (extent) => renderExtent(data, { extent, settings, feedbackLinks, test }));
}

async function renderExtent(
  whole: BriefingData,
  {
    extent,
    settings,
    feedbackLinks,
    test,
  }: { extent: Extent; settings: EndableMailSettings; feedbackLinks: readonly MailedFeedbackLink[]; test: Test },
): Promise<RenderedMail> {
  const data = shortened(whole, extent);
  const links = {
    ...meetingLinks(data, settings),
    unsubscribe: settings.unsubscribeUrl,
    ...(test && { open: test.open }),
  };
  const sections = briefingSections(data);
  const known = numberedSources(data.report?.sources ?? []);
  const blocks = sections.flatMap((part) => part.blocks);
  const sources = extent.hasUncited ? known : citedSources(known, blocks);
  const isWhole = extent === WHOLE;
  const offers = feedbackOffers(feedbackLinks, data, settings.publicUrl);
  return await renderMail({
    subject: `${test ? 'Test: ' : ''}${briefingSubject(data)}`,
    preheader: preheaderOf(data),
    body: h(
      'div',
      null,
      test && h('p', { className: 'ink3', style: STYLES.small }, test.notice),
      h('p', { className: 'ink2', style: { ...STYLES.text, color: COLORS.ink2, margin: '0 0 6px' } }, whenLine(data)),
      heading(inert(data.title)),
      h('p', { className: 'ink2', style: { ...STYLES.text, color: COLORS.ink2 } }, whereLine(data)),
      h(
        'div',
        { style: { margin: '0 0 8px' } },
        links.join && button(links.join, 'Join the meeting'),
        button(links.open, 'Open in Foreword', links.join ? 'quiet' : 'primary'),
      ),
      ...sections.map((part) => sectionNode(part, sources)),
      !isWhole && moreNode(links.open),
      sources.length > 0 && sourcesNode(sources),
      feedbackNode(offers, sectionHeading),
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
    researchedAt(data),
    ' Sent by Foreword before your meetings with people from outside. ',
    link(links.settings, 'Change or stop these mails'),
    ' · ',
    link(links.unsubscribe, 'Unsubscribe'),
  );
}

/** `13:30 Brightwater: intro call` */
export function briefingSubject({ start, timeZone, title, report, externalDomains, guests }: BriefingData): string {
  const time = formatTime(start, timeZone);
  const about = inert(title).slice(0, 120);
  const names = externalDomains.slice(0, 2).map((domain) => {
    const known = report?.companies.find((company) => company.domain === domain)?.name;
    return known && known !== domain ? inert(known) : nameOfDomain(domain);
  });
  const who = names.length > 0 ? names.join(', ') : inert(guests.find(({ isExternal }) => isExternal)?.name ?? '');
  const isNamed = who === '' || about.toLowerCase().includes(who.toLowerCase());
  return isNamed ? `${time} ${about}` : `${time} ${who}: ${about}`;
}

export function meetingLinks(data: { meetingId: string; meetingUrl: string | null }, { publicUrl }: MailSettings) {
  return {
    /** Only an address on a known meeting host; a title or an invitation may hold any. */
    join: data.meetingUrl === null ? null : pickJoinUrl([data.meetingUrl]),
    open: `${publicUrl}/app/meetings?meeting=${data.meetingId}`,
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

function whereLine({ location, userResponse }: BriefingData): string {
  const answer = {
    accepted: '',
    tentative: 'You answered maybe.',
    needsAction: 'You have not answered yet.',
    declined: '',
  };
  return [location === null ? '' : `${inert(location)}.`, answer[userResponse]].filter((part) => part !== '').join(' ');
}

function researchedAt({ researchedAt: at, timeZone }: BriefingData): string {
  if (at === null) return 'Not researched.';
  return `Researched on ${formatDate(at, timeZone)} at ${formatTime(at, timeZone)} ${zoneName(at, timeZone)}.`;
}

function sectionNode({ heading: title, note, blocks }: Section, sources: readonly NumberedSource[]): ReactNode {
  return h(
    'div',
    { key: title, style: { marginTop: 24 } },
    sectionHeading(title, note),
    ...blockNodes(blocks, sources),
  );
}

function sourcesNode(sources: readonly NumberedSource[]): ReactNode {
  return h('div', { style: { marginTop: 28 } }, sectionHeading('Sources'), ...sourceNodes(sources));
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
    ...sections.flatMap(({ heading: title, note, blocks }) =>
      section(
        note === undefined ? title : `${title} (${note})`,
        blocks.map((block, index) => (isApart(block, index) ? `\n${blockText(block)}` : blockText(block))),
      ),
    ),
    ...(isWhole ? [] : [`${wrap(`${MORE_THAN_FITS}more in Foreword:`)}\n${links.open}`]),
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
