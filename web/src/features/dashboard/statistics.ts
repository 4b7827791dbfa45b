import type { MeetingStatistics } from '#contract/meetings.ts';
import { numberText, percentText } from '#web/features/time/number-text.ts';
import { counted } from '#web/ui/counted.ts';

export type Statistic = {
  name: string;
  value: string;
  isNumber: boolean;
  caption: string;
  /** The next 30 days compared with the last 30, on two of the cards. */
  change: { text: string; note: string | null } | null;
};

/** The four dashboard cards. External meetings include mixed ones; the caption gives their number. */
export function statistics(data: MeetingStatistics): Statistic[] {
  const { totalMeetings, externalMeetings, mixedMeetings, averageExternalAttendeesPerMeeting, topExternalDomains } =
    data;
  const { totalPercent, averageExternalAttendees } = data.change;
  const withOutsiders = externalMeetings + mixedMeetings;
  const percent = totalMeetings === 0 ? 0 : (100 * withOutsiders) / totalMeetings;
  const [top] = topExternalDomains;
  return [
    {
      name: 'Total Meetings',
      value: String(totalMeetings),
      isNumber: true,
      caption: 'in your synced calendars',
      change: changeText(totalPercent === null ? null : percentText(Math.abs(totalPercent)), totalPercent),
    },
    {
      name: 'External Meetings',
      value: String(withOutsiders),
      isNumber: true,
      caption: `${percentText(percent)} of total${mixedMeetings > 0 ? `, ${mixedMeetings} mixed` : ''}`,
      change: null,
    },
    {
      name: 'Avg. External Attendees',
      value: numberText(averageExternalAttendeesPerMeeting, 1),
      isNumber: true,
      caption: 'per meeting',
      change: changeText(
        averageExternalAttendees === null ? null : numberText(Math.abs(averageExternalAttendees), 1),
        averageExternalAttendees,
      ),
    },
    {
      name: 'Top External Domain',
      value: top ? `${top.domain} (${counted(top.count, 'meeting')})` : 'N/A',
      isNumber: false,
      caption: 'most frequent company',
      change: null,
    },
  ];
}

/** Writes a change with its sign. @param amount without sign */
function changeText(amount: string | null, change: number | null): NonNullable<Statistic['change']> {
  if (amount === null || change === null) return { text: 'No earlier data', note: null };
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return { text: `${sign}${amount}`, note: 'next 30 days vs last 30' };
}
