import type { CalendarPerson, PlannedEvent, RemoteEvent } from '#tests/support/calendar-person.ts';
import type { Random } from '#tests/support/random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Edits avoid the edge of the window, which moves while the test runs. */
const NEAR_DAYS = 24;
const FAR_DAYS = 45;
/** Above this count, `create` cancels an event instead. */
const CROWDED = 40;
const GUESTS = [
  'ines@brightwater.test',
  'kim@gmail.com',
  'sam@harborline.test',
  'li@eu.harborline.test',
  'bot@zoom.test',
];

export type Series = { id: string; start: Date; calendarId: string | undefined };

/** The people and calendars to edit, and state kept between edits. */
export type World = {
  random: Random;
  /** The owner of the synced calendar. */
  person: CalendarPerson;
  /** An external host who invites the person. */
  host: CalendarPerson;
  /** An external guest whom the person invites. */
  guest: CalendarPerson;
  teamId: string;
  series: Series[];
  /** Ids of the host's events in the host's calendar. */
  hosted: string[];
  switchTeam: () => Promise<string>;
  forgetCursors: () => Promise<void>;
  rollWindow: () => Promise<void>;
};

/** Makes one random edit. Returns its description, or null if it did not apply. */
export async function makeEdit(world: World): Promise<string | null> {
  const edit = world.random.pick(EDITS);
  return edit ? await edit(world) : null;
}

const range = () => [new Date(Date.now() - 29 * DAY_MS), new Date(Date.now() + 60 * DAY_MS)] as const;

/** Picks an event the person may change, in the primary or the team calendar; for a series, one occurrence. */
async function pickOwn(world: World): Promise<(RemoteEvent & { calendarId: string | undefined }) | undefined> {
  const calendarId = world.random.chance(0.3) ? world.teamId : undefined;
  const events = await world.person.list(...range(), calendarId);
  const own = events.filter(({ organizer }) => organizer === world.person.email || organizer === world.teamId);
  const event = world.random.pick(own);
  return event && { ...event, calendarId };
}

/** Returns a random full minute between `low` and `high` days from now. */
function dayBetween({ whole }: Random, low: number, high: number): Date {
  const at = Date.now() + whole(low * 24 * 60, high * 24 * 60) * 60_000;
  return new Date(at - (at % 60_000));
}

function someStart(random: Random): Date {
  return random.chance(0.1) ? dayBetween(random, FAR_DAYS, FAR_DAYS + 10) : dayBetween(random, -NEAR_DAYS, NEAR_DAYS);
}

function someEvent({ random, guest }: World): PlannedEvent {
  return {
    title: `Event ${random.whole(0, 1000)}`,
    start: someStart(random),
    guests: random.some([...GUESTS, guest.email]),
    isPrivate: random.chance(0.1),
    text: random.chance(0.3) ? 'https://meet.google.com/abc-defg-hij' : '',
  };
}

async function create(world: World): Promise<string | null> {
  const calendarId = world.random.chance(0.3) ? world.teamId : undefined;
  if ((await world.person.list(...range(), calendarId)).length > CROWDED) return await cancel(world);
  const event = someEvent(world);
  await world.person.add(event, calendarId);
  return `create ${event.title} in ${calendarId ? 'the team' : 'the primary'} calendar`;
}

async function createAllDay({ random, person }: World): Promise<string> {
  const first = dayBetween(random, -NEAR_DAYS, NEAR_DAYS).toISOString().slice(0, 10);
  const end = new Date(Date.parse(first) + random.whole(1, 3) * DAY_MS).toISOString().slice(0, 10);
  await person.add({ title: 'All day', days: { first, end, timeZone: 'UTC' }, guests: random.some(GUESTS) });
  return `create an all-day event on ${first}`;
}

async function move(world: World): Promise<string | null> {
  const event = await pickOwn(world);
  if (!event || event.isAllDay) return null;
  const isOccurrence = world.series.length > 0 && (await isInSeries(world, event));
  const start = isOccurrence ? new Date(event.startMs + world.random.whole(-2, 3) * HOUR_MS) : someStart(world.random);
  await world.person.change(event.id, { start }, event.calendarId);
  return `move ${event.title} to ${start.toISOString()}`;
}

/** Returns true for an occurrence, which must stay near its start: Outlook does not let one pass another. */
async function isInSeries({ series, person }: World, event: RemoteEvent): Promise<boolean> {
  if (series.some(({ id }) => event.id.startsWith(`${id}_`))) return true;
  const events = await person.list(...range());
  return events.filter(({ title }) => title === event.title).length > 1 && event.title.startsWith('Series');
}

async function rename(world: World): Promise<string | null> {
  const event = await pickOwn(world);
  if (!event || event.title.startsWith('Series')) return null;
  const title = `Renamed ${world.random.whole(0, 1000)}`;
  await world.person.change(event.id, { title }, event.calendarId);
  return `rename ${event.title} to ${title}`;
}

async function changeGuests(world: World): Promise<string | null> {
  const event = await pickOwn(world);
  if (!event) return null;
  const guests = world.random.some([...GUESTS, world.guest.email]);
  await world.person.change(event.id, { guests }, event.calendarId);
  return `guests of ${event.title}: ${guests.join(' ')}`;
}

async function changePrivacy(world: World): Promise<string | null> {
  const event = await pickOwn(world);
  if (!event) return null;
  await world.person.change(event.id, { isPrivate: !event.isPrivate }, event.calendarId);
  return `make ${event.title} ${event.isPrivate ? 'public' : 'private'}`;
}

async function cancel(world: World): Promise<string | null> {
  const event = await pickOwn(world);
  if (!event) return null;
  await world.person.remove(event.id, event.calendarId);
  return `cancel ${event.title}`;
}

async function invite(world: World): Promise<string> {
  const { random, host, person } = world;
  const title = `Invitation ${random.whole(0, 1000)}`;
  const guests = [person.email, ...random.some(GUESTS)];
  world.hosted.push(await host.add({ title, start: someStart(random), guests, hidesGuests: random.chance(0.2) }));
  return `be invited to ${title}`;
}

async function changeInvitation(world: World): Promise<string | null> {
  const { random, host, hosted } = world;
  const id = random.pick(hosted);
  if (id === undefined) return null;
  if (random.chance(0.4)) {
    world.hosted = hosted.filter((other) => other !== id);
    await host.remove(id);
    return 'the host cancels';
  }
  const start = someStart(random);
  await host.change(id, { start });
  return `the host moves to ${start.toISOString()}`;
}

async function answerInvitation({ random, person }: World): Promise<string | null> {
  const events = await person.list(...range());
  const event = random.pick(events.filter(({ title }) => title.startsWith('Invitation')));
  const answer = random.pick(['accepted', 'declined', 'tentative'] as const);
  if (!event || !answer) return null;
  await person.answer(event.id, answer);
  return `answer ${event.title}: ${answer}`;
}

async function guestAnswers({ random, guest }: World): Promise<string | null> {
  const events = await guest.list(...range());
  const event = random.pick(events.filter(({ title }) => title.startsWith('Event')));
  const answer = random.pick(['accepted', 'declined', 'tentative'] as const);
  if (!event || !answer) return null;
  await guest.answer(event.id, answer);
  return `the guest answers ${event.title}: ${answer}`;
}

async function createSeries(world: World): Promise<string | null> {
  const { random, person } = world;
  if (world.series.length >= 3) return await deleteSeries(world);
  const start = dayBetween(random, -5, NEAR_DAYS - 8);
  const calendarId = random.chance(0.3) ? world.teamId : undefined;
  const title = `Series ${random.whole(0, 1000)}`;
  const repeats = random.whole(3, 7);
  const id = await person.add({ title, start, guests: random.some(GUESTS), repeats }, calendarId);
  world.series.push({ id, start, calendarId });
  return `create ${title}, ${repeats} times from ${start.toISOString()}`;
}

async function splitSeries(world: World): Promise<string | null> {
  const { random, person } = world;
  const series = random.pick(world.series);
  if (!series) return null;
  const at = new Date(series.start.getTime() + random.whole(1, 4) * DAY_MS);
  const rest = { title: `Series ${random.whole(0, 1000)}`, guests: random.some(GUESTS), repeats: random.whole(2, 4) };
  const id = await person.split(series.id, at, rest, series.calendarId);
  world.series.push({ id, start: at, calendarId: series.calendarId });
  return `split a series at ${at.toISOString()}, continued as ${rest.title}`;
}

async function retimeSeries(world: World): Promise<string | null> {
  const series = world.random.pick(world.series);
  if (!series) return null;
  series.start = new Date(series.start.getTime() + world.random.whole(-2, 3) * HOUR_MS);
  await world.person.change(series.id, { start: series.start }, series.calendarId);
  return `move a series to ${series.start.toISOString()}`;
}

async function deleteSeries(world: World): Promise<string | null> {
  const series = world.random.pick(world.series);
  if (!series) return null;
  world.series = world.series.filter((other) => other !== series);
  await world.person.remove(series.id, series.calendarId);
  return 'delete a series';
}

const EDITS: readonly ((world: World) => Promise<string | null>)[] = [
  create,
  create,
  create,
  createAllDay,
  move,
  move,
  rename,
  changeGuests,
  changePrivacy,
  cancel,
  cancel,
  invite,
  changeInvitation,
  answerInvitation,
  answerInvitation,
  guestAnswers,
  createSeries,
  splitSeries,
  retimeSeries,
  deleteSeries,
  (world) => world.switchTeam(),
  async (world) => {
    if (!world.random.chance(0.3)) return null;
    await world.forgetCursors();
    return 'the vendor forgets every cursor';
  },
  async (world) => {
    if (!world.random.chance(0.3)) return null;
    await world.rollWindow();
    return 'the window moves by a day';
  },
];
