import type { MeetingStatistics } from '#api/contract/meetings.ts';

export type Statistic = {
  name: string;
  value: string;
  isNumber: boolean;
  caption: string;
  /** The comparison with the previous period, on the two cards that have the slot. */
  change: string | null;
};

/** The four cards of the dashboard. External counts every meeting with somebody from outside; its caption names the mixed ones. */
export function statistics(data: MeetingStatistics): Statistic[] {
  const { totalMeetings, externalMeetings, mixedMeetings, averageExternalAttendeesPerMeeting, topExternalDomains } =
    data;
  const withOutsiders = externalMeetings + mixedMeetings;
  const percent = totalMeetings === 0 ? 0 : Math.round((100 * withOutsiders) / totalMeetings);
  const [top] = topExternalDomains;
  return [
    {
      name: 'Total Meetings',
      value: String(totalMeetings),
      isNumber: true,
      caption: 'in your synced calendars',
      change: 'No earlier data',
    },
    {
      name: 'External Meetings',
      value: String(withOutsiders),
      isNumber: true,
      caption: `${percent}% of total${mixedMeetings > 0 ? `, ${mixedMeetings} mixed` : ''}`,
      change: null,
    },
    {
      name: 'Avg. External Attendees',
      value: averageExternalAttendeesPerMeeting.toFixed(1),
      isNumber: true,
      caption: 'per meeting',
      change: 'No earlier data',
    },
    {
      name: 'Top External Domain',
      value: top ? `${top.domain} (${top.count} ${top.count === 1 ? 'meeting' : 'meetings'})` : 'N/A',
      isNumber: false,
      caption: 'most frequent company',
      change: null,
    },
  ];
}
