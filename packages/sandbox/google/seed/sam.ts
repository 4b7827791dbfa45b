import type { PlannedEvent } from '#sandbox/google/seed/planned-event.ts';

/** Foreword's default lead time plus three minutes: the first briefing is due minutes after the first consent. */
const firstMeetingMinutesAhead = 2 * 60 + 3;

/**
 * Sam Okafor's calendar, created at the first consent: one external meeting whose briefing is due minutes later; the
 * others are background.
 */
export const samEvents: PlannedEvent[] = [
  {
    slug: 'lumenfield-intro',
    title: 'Lumenfield: intro call',
    when: { minutesAhead: firstMeetingMinutesAhead },
    minutes: 45,
    guests: ['nadia.belkacem@lumenfield.test', '?pieter.dewilde@lumenfield.test'],
    description: 'First conversation about routing installer deliveries through Harborline.',
    meet: true,
  },
  {
    slug: 'standup',
    title: 'Partnerships standup',
    when: { day: 1, at: '09:15' },
    minutes: 15,
    guests: ['priya@harborline.test', 'tom@harborline.test'],
  },
  {
    slug: 'kestrel-capacity',
    title: 'Kestrel Air: winter capacity',
    when: { day: 1, at: '15:00' },
    guests: ['bram.jansen@kestrelair.test', '?fatima.idrissi@kestrelair.test'],
    meet: true,
  },
  { slug: 'partner-plan', title: 'Partner plan: writing time', when: { day: 2, at: '10:00' }, minutes: 90 },
  {
    slug: 'nimbuslane-integration',
    title: 'Nimbuslane integration kick-off',
    when: { day: 2, at: '14:00' },
    minutes: 60,
    guests: ['viktor.lund@nimbuslane.test', 'astrid.moller@nimbuslane.test', 'tom@harborline.test'],
    meet: true,
  },
  {
    slug: 'summit-finance',
    title: 'Summit Bank: trade finance partnership',
    when: { day: 3, at: '11:00' },
    host: 'anouk.schmit@summitbank.test',
    guests: ['anouk.schmit@summitbank.test', 'laurent.weis@summitbank.test', '-sam@harborline.test'],
    location: 'https://zoom.us/j/93371840265',
  },
  {
    slug: 'team-day',
    title: 'Company day',
    when: { day: 4, allDay: true },
    host: 'priya@harborline.test',
    guests: ['sam@harborline.test', 'priya@harborline.test', 'tom@harborline.test'],
  },
  {
    slug: 'fjordlink-ferry',
    title: 'Fjordlink: northern routes',
    when: { day: 6, at: '13:30' },
    repeats: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4',
    guests: ['ragnhild.moe@fjordlink.test', 'priya@harborline.test'],
    meet: true,
  },
  { slug: 'priya', title: 'Sam / Priya 1:1', when: { day: 7, at: '16:00' }, guests: ['priya@harborline.test'] },
  {
    slug: 'ravenhill-demo',
    title: 'Ravenhill Robotics: depot visit',
    when: { day: 9, at: '10:30' },
    minutes: 90,
    guests: ['wouter.vandijk@ravenhill.test', '-keiko.tanaka@ravenhill.test'],
    location: 'Ravenhill Robotics, Eindhoven',
  },
];
