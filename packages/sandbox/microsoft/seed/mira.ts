import type { PlannedItem } from '#sandbox/microsoft/seed/planned-item.ts';

/** Foreword's default lead time plus three minutes: the first briefing is due minutes after the first consent. */
const firstMeetingMinutesAhead = 2 * 60 + 3;

/**
 * Mira Kask's main calendar, created at the first consent: one external meeting whose briefing is due minutes later;
 * the others are background.
 */
export const miraEvents: PlannedItem[] = [
  {
    slug: 'vantora-packaging',
    title: 'Vantora Health: packaging refresh',
    when: { minutesAhead: firstMeetingMinutesAhead },
    minutes: 45,
    guests: ['luca.ferri@vantora.test', '?miriam.stein@vantora.test'],
    optional: ['miriam.stein@vantora.test'],
    description: 'First look at the new carton system. Luca brings the distribution numbers.',
    teams: true,
  },
  {
    slug: 'saltmarsh-sync',
    title: 'Saltmarsh Paper: weekly production call',
    // Old enough to cross a DST change in any season.
    when: { day: -160, at: '10:00' },
    guests: ['anders.bech@saltmarsh.test', 'oskar.tamm@eastgate.test'],
    everyWeeks: 1,
    teams: true,
  },
  {
    slug: 'meridian-review',
    title: 'Meridian Works: rebrand review',
    when: { day: -2, at: '14:00' },
    minutes: 60,
    host: 'rohan.mehta@meridianworks.test',
    guests: ['mira@eastgate.test', 'victoria.ashdown@meridianworks.test'],
    zone: 'GMT Standard Time',
    location: 'https://zoom.us/j/94188820371',
  },
  {
    slug: 'studio-standup',
    title: 'Studio standup',
    when: { day: 1, at: '09:15' },
    minutes: 15,
    host: 'oskar.tamm@eastgate.test',
    guests: ['mira@eastgate.test'],
  },
  {
    slug: 'emberline-pitch',
    title: 'Emberline: identity pitch',
    when: { day: 1, at: '13:00' },
    minutes: 60,
    guests: ['-nora.fitch@emberline.test', 'oskar.tamm@eastgate.test'],
    room: true,
  },
  {
    slug: 'silverfern-launch',
    title: 'Silverfern: launch film',
    when: { day: 2, at: '08:30' },
    host: 'lotte.maes@silverfern.test',
    guests: ['?mira@eastgate.test', 'jonas.weber@gmail.com'],
    // The host works in California: `at` is local time there, ten hours behind Tallinn.
    zone: 'Pacific Standard Time',
    teams: true,
  },
  {
    slug: 'stonehaven-fair',
    title: 'Stonehaven: autumn fair stand',
    when: { day: 3, at: '11:00' },
    host: 'fiona.macleod@stonehaven.test',
    guests: ['!mira@eastgate.test', 'graeme.sinclair@stonehaven.test'],
    zone: 'GMT Standard Time',
  },
  { slug: 'press-day', title: 'Press day at the printer', when: { day: 4, allDay: true }, showAs: 'oof' },
  { slug: 'dentist', title: 'Dentist', when: { day: 4, at: '16:30' }, sensitivity: 'private' },
  {
    slug: 'northpeak-tents',
    title: 'Northpeak: spring catalogue',
    when: { day: 5, at: '10:00' },
    guests: ['alex.moreau@northpeak.test', 'greta.lindqvist@northpeak.test'],
    description: 'Alex asks for the print run in three languages.',
    teams: true,
  },
  {
    slug: 'harborline-samples',
    title: 'Harborline: sample shipping',
    when: { day: 7, at: '15:00' },
    host: 'dana@harborline.test',
    guests: ['-mira@eastgate.test', 'joost.vermeer@harborline.test'],
    zone: 'W. Europe Standard Time',
  },
];

/** The events of her second calendar. */
export const miraPrivateEvents: PlannedItem[] = [
  { slug: 'choir', title: 'Choir', when: { day: 2, at: '18:30' }, minutes: 90 },
  {
    slug: 'school',
    title: 'Parents evening',
    when: { day: 6, at: '18:00' },
    minutes: 60,
    guests: ['kristjan.kask@gmail.com'],
  },
];
