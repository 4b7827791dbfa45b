import { addCalendar, calendarsOf, defaultCalendarOf, putAccount } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { changeContent, insertItem, removeItem } from '#sandbox/microsoft/graph/item-book.ts';
import { shownIn } from '#sandbox/microsoft/graph/occurrences.ts';
import { fromMs, toMs } from '#sandbox/microsoft/graph/time.ts';
import { miraEvents, miraPrivateEvents } from '#sandbox/microsoft/seed/mira.ts';
import { type PlannedItem, plannedItem } from '#sandbox/microsoft/seed/planned-item.ts';
import type { Account, Calendar, Item } from '#sandbox/microsoft/state.ts';

const privateCalendar = 'Family';
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** Creates the initial account (docs/running.md): mira with an empty main calendar and an empty second one. */
export function seedAccounts(context: MicrosoftContext): void {
  const mira = putAccount(context, { email: 'mira@eastgate.test', name: 'Mira Kask', timeZone: 'FLE Standard Time' });
  addCalendar(context, mira, { name: privateCalendar, isDefault: false, color: 'lightGreen' });
  mira.seedAtConsent = true;
  context.save();
}

/** Creates mira's meetings at her first consent to calendar access, relative to that time. The caller saves. */
export function placeEventsAtConsent(context: MicrosoftContext, account: Account): void {
  if (!account.seedAtConsent) return;
  delete account.seedAtConsent;
  const items = place(context, account, defaultCalendarOf(context, account), miraEvents);
  const family = calendarsOf(context, account).find(({ name }) => name === privateCalendar);
  if (family) place(context, account, family, miraPrivateEvents);
  for (const series of items.filter(({ recurrence }) => recurrence)) varySeries(context, series);
}

function place(context: MicrosoftContext, account: Account, calendar: Calendar, plans: PlannedItem[]): Item[] {
  return plans.map((plan) => insertItem(context, calendar, plannedItem(plan, account, context.clock.now())));
}

/** Moves the second occurrence from now by two hours and cancels the third, so that the series looks realistic. */
function varySeries(context: MicrosoftContext, series: Item): void {
  const nowMs = context.clock.now().getTime();
  const [, second, third] = shownIn(series, { startMs: nowMs, endMs: nowMs + 4 * weekMs });
  changeContent(context, series, second?.originalStartMs, ({ start, end, ...content }) => ({
    ...content,
    start: fromMs(toMs(start) + 2 * hourMs, start.zone),
    end: fromMs(toMs(end) + 2 * hourMs, end.zone),
  }));
  if (third) removeItem(context, series, third.originalStartMs);
}
