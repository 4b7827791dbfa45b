import { createElement as h } from 'react';
import { meetingLinks, unsubscribeHeaders } from './briefing.ts';
import type { BriefingUpdateData } from './briefing-data.ts';
import { button, heading, link, type MailSettings, paragraph, type RenderedMail, renderMail } from './layout.ts';
import { inert, wrap } from './plain-text.ts';
import { formatDay, formatSpan, formatTime, knownZone } from './when.ts';

/** A briefed meeting was moved: the old time, the new one, and where the briefing is. */
export async function renderBriefingUpdate(data: BriefingUpdateData, settings: MailSettings): Promise<RenderedMail> {
  const timeZone = knownZone(data.timeZone);
  const links = meetingLinks(data, settings);
  const title = inert(data.title).slice(0, 120);
  const before = `${formatTime(data.oldStart, timeZone)}, ${formatDay(data.oldStart, timeZone)}`;
  const now = formatSpan(data.start, data.end, timeZone);
  const onDay =
    formatDay(data.oldStart, timeZone) === formatDay(data.start, timeZone) ? '' : `${formatDay(data.start, timeZone)} `;
  const stillHolds = 'The briefing you received still holds; you will not get it a second time.';
  return await renderMail({
    subject: `Moved to ${onDay}${formatTime(data.start, timeZone)}: ${title}`,
    preheader: `Was ${before}. Now ${now}.`,
    body: h(
      'div',
      null,
      heading(title),
      paragraph('Was: ', h('s', null, before)),
      paragraph('Now: ', h('strong', null, now)),
      paragraph(stillHolds),
      links.join && button(links.join, 'Join the meeting'),
      button(links.open, 'Open in Foreword', links.join ? 'quiet' : 'primary'),
    ),
    footer: h('span', null, 'Sent by Foreword. ', link(links.settings, 'Change or stop these mails')),
    text: [
      `${wrap(title)}\n\nWas: ${before}\nNow: ${now}`,
      wrap(stillHolds),
      [...(links.join ? [`Join: ${links.join}`] : []), `Open: ${links.open}`].join('\n'),
      `--\nChange or stop these mails: ${links.settings}\n`,
    ].join('\n\n'),
    headers: unsubscribeHeaders(settings),
  });
}
