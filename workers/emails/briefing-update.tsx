import { createStatementReader, type StatementReader } from '#domain/told-before.ts';
import { meetingLinks } from './briefing.tsx';
import { blockText, More, moreText, SectionPart } from './briefing-blocks.tsx';
import type { BriefingUpdateData } from './briefing-data.ts';
import { bulletBlock, guestBlock, shorten } from './briefing-sections.ts';
import { firstThatFits, shortenedUpdate, UPDATE_EXTENTS, type UpdateExtent } from './briefing-size.ts';
import { citedSources, numberedSources, sourceLines } from './briefing-sources.tsx';
import {
  Button,
  type EndableMailSettings,
  Heading,
  MailLink,
  Paragraph,
  type RenderedMail,
  renderMail,
  unsubscribeHeaders,
} from './layout.tsx';
import { inert, section, wrap } from './plain-text.ts';
import { formatDay, formatSpan, formatTime, knownZone } from './when.ts';

/**
 * What became of a briefed meeting: the old time and the new one, who comes in addition and who does not, and where the briefing is. What does not fit into
 * a mail is left to the page of the meeting.
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
  const links = meetingLinks(data, settings);
  const title = inert(data.title).slice(0, 120);
  const time = timeOf(data);
  const parts = [
    {
      heading: 'Also coming',
      blocks: data.joined.flatMap(({ guest, brief }) => guestBlock(guest, brief ?? undefined, read)),
    },
    { heading: 'No longer coming', blocks: data.left.map(bulletBlock) },
  ].filter(({ blocks }) => blocks.length > 0);
  const sources = numberedSources(data.sources);
  const cited = citedSources(
    sources,
    parts.flatMap(({ blocks }) => blocks),
  );
  const stillHolds =
    parts.length === 0
      ? 'The briefing you received still holds; you will not get it a second time.'
      : 'The rest of the briefing you received still holds; you will not get it a second time.';
  return await renderMail({
    subject: time.before === null ? `Other guests: ${title}` : `Moved to ${time.short}: ${title}`,
    preheader: preheaderOf(data, time),
    body: (
      <>
        <Heading>{title}</Heading>
        {time.before !== null && (
          <Paragraph>
            Was: <s>{time.before}</s>
          </Paragraph>
        )}
        <Paragraph>
          {time.before === null ? 'As planned: ' : 'Now: '}
          <strong>{time.now}</strong>
        </Paragraph>
        {parts.map((part) => (
          <SectionPart key={part.heading} section={part} sources={sources} />
        ))}
        {!isWhole && <More open={links.open} />}
        <div style={{ margin: '14px 0 0' }}>
          <Paragraph>{stillHolds}</Paragraph>
        </div>
        {links.join && <Button href={links.join}>{links.joinText}</Button>}
        <Button href={links.open} quiet={links.join !== null}>
          Open in Foreword
        </Button>
      </>
    ),
    footer: (
      <>
        Sent by Foreword. <MailLink href={links.settings}>Change or stop these mails</MailLink>
        {' · '}
        <MailLink href={settings.unsubscribeUrl}>Unsubscribe</MailLink>
      </>
    ),
    text: [
      wrap(title),
      time.before === null ? wrap(`As planned: ${time.now}`) : `Was: ${time.before}\n${wrap(`Now: ${time.now}`)}`,
      ...parts.flatMap(({ heading: name, blocks }) => section(name, blocks.map(blockText))),
      ...section('Sources', sourceLines(cited)),
      ...(isWhole ? [] : [moreText(links.open)]),
      wrap(stillHolds),
      [...(links.join ? [`Join: ${links.join}`] : []), `Open: ${links.open}`].join('\n'),
      `--\nChange or stop these mails: ${links.settings}\nUnsubscribe: ${settings.unsubscribeUrl}\n`,
    ].join('\n\n'),
    headers: unsubscribeHeaders(settings),
  });
}

type Times = { /** Null where it begins when it was to begin. */ before: string | null; now: string; short: string };

function timeOf({ oldStart, start, end, timeZone: given }: BriefingUpdateData): Times {
  const timeZone = knownZone(given);
  const oldDay = formatDay(oldStart, timeZone);
  const day = formatDay(start, timeZone);
  return {
    before: oldStart === start ? null : `${formatTime(oldStart, timeZone)}, ${oldDay}`,
    now: formatSpan(start, end, timeZone),
    short: `${oldDay === day ? '' : `${day} `}${formatTime(start, timeZone)}`,
  };
}

function preheaderOf({ joined, left }: BriefingUpdateData, { before, now }: Times): string {
  if (before !== null) return `Was ${before}. Now ${now}.`;
  const names = joined.map(({ guest }) => inert(guest.name ?? guest.email));
  const told = [
    ...(names.length > 0 ? [`Also coming: ${names.join(', ')}.`] : []),
    ...(left.length > 0 ? [`No longer coming: ${left.map(inert).join(', ')}.`] : []),
  ];
  return shorten(told.join(' '));
}
