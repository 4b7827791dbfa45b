import { Router } from 'express';
import type { ConsoleContext } from '#sandbox/console/context.ts';
import { formatDay, formatTime, layout, table, vendorTexts } from '#sandbox/console/layout.ts';
import { listPeople, type Person, type ShownCalendar, type ShownEvent } from '#sandbox/console/people.ts';
import { type Html, html } from '#sandbox/page.ts';

/** Serves the list of sandbox accounts, and a page with each account's calendars. */
export function accountRoutes(context: ConsoleContext): Router {
  const router = Router();

  router.get('/accounts', (req, res) => {
    const content = table(
      ['Name', 'Email', 'Vendor', 'Calendars', 'Events'],
      listPeople(context).map(personRow),
      'No calendar vendor is sandboxed, so there are no accounts here.',
    );
    const lead = "Pick any of these on the vendor's consent page. No password needed.";
    res.send(layout({ title: 'Accounts', lead, path: req.path, content }));
  });

  router.get('/accounts/:vendor/:email', (req, res, next) => {
    const { vendor, email } = req.params;
    const person = listPeople(context).find((one) => one.vendor === vendor && one.email === email);
    if (!person) return next();
    const content = html`${person.calendars().map((calendar) => calendarPanel(calendar, person))}`;
    const lead = `${person.email} at ${vendorTexts[person.vendor].name}. Times in ${person.timeZone}.`;
    return res.send(layout({ title: person.name, lead, path: req.path, content }));
  });

  return router;
}

function personRow(person: Person): Html {
  const calendars = person.calendars();
  const events = calendars.reduce((count, calendar) => count + calendar.events.length, 0);
  return html`<tr>
    <td><a href="/accounts/${person.vendor}/${person.email}">${person.name}</a></td>
    <td>${person.email}</td>
    <td>${vendorTexts[person.vendor].name}</td>
    <td class="num" data-label="Calendars">${calendars.length}</td>
    <td data-label="Events">${events}${person.waitsForConsent && html` <span class="tag">meetings appear after the first consent</span>`}</td>
  </tr>`;
}

function calendarPanel({ name, isMain, events }: ShownCalendar, person: Person): Html {
  let shownDay = '';
  const rows = events.flatMap((event) => {
    const day = formatDay(event.startMs, event.isAllDay ? 'UTC' : person.timeZone);
    const heading = day === shownDay ? [] : [html`<tr class="day"><td colspan="3">${day}</td></tr>`];
    shownDay = day;
    return [...heading, eventRow(event, person)];
  });
  return html`<h2>${isMain ? 'Main calendar' : name}</h2>
    ${table(['Time', 'Event', 'People'], rows, 'No events.')}`;
}

function eventRow(event: ShownEvent, { timeZone, nowMs }: Person): Html {
  const time = event.isAllDay
    ? 'All day'
    : `${formatTime(event.startMs, timeZone)} - ${formatTime(event.endMs, timeZone)}`;
  return html`<tr class="${event.endMs < nowMs && 'past'}">
    <td class="num">${time}</td>
    <td><strong>${event.title}</strong> ${event.marks.map((mark) => html`<span class="tag">${mark}</span> `)}
      ${event.location !== '' && html`<br><span class="soft">${event.location}</span>`}</td>
    <td>${event.guests.map(({ name, answer }) => html`${name} <span class="soft">${answer}</span><br>`)}</td>
  </tr>`;
}
