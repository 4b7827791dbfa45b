import { Router } from 'express';
import type { ConsoleContext } from '#sandbox/console/context.ts';
import { formatDay, formatTime, layout } from '#sandbox/console/layout.ts';
import type { GoogleVendor } from '#sandbox/google/google.ts';
import type { Account, Calendar, GoogleEvent } from '#sandbox/google/state.ts';
import { type Html, html } from '#sandbox/page.ts';

/** People with a sandbox account, and their calendars. */
export function accountRoutes({ google, vendors }: ConsoleContext): Router {
  const router = Router();

  router.get('/accounts', (req, res) => {
    const content = google
      ? accountTable(google)
      : html`<p>Google is not sandboxed: its keys are set, so the accounts are real ones.</p>`;
    const lead = 'Each can be chosen on the consent page; none has a password there.';
    res.send(layout({ title: 'Accounts', lead, path: req.path, content }));
  });

  router.get('/accounts/:email', (req, res, next) => {
    const account = google?.accounts().find(({ email }) => email === req.params.email);
    if (!google || !account) return next();
    const nowMs =
      vendors
        .find(({ vendor }) => vendor === google)
        ?.vendor.control.clock.now()
        .getTime() ?? Date.now();
    const calendars = google.calendars(account);
    const content = html`${calendars.map((calendar) => calendarPanel(calendar, google.events(calendar), nowMs))}`;
    const lead = `${account.email}, times in ${account.timeZone}`;
    return res.send(layout({ title: account.name, lead, path: req.path, content }));
  });

  return router;
}

function accountTable(google: GoogleVendor): Html {
  return html`<div class="panel"><table>
    <thead><tr><th>Name</th><th>Email</th><th>Calendars</th><th>Events</th></tr></thead>
    <tbody>${google.accounts().map((account) => accountRow(google, account))}</tbody>
  </table></div>`;
}

function accountRow(google: GoogleVendor, account: Account): Html {
  const calendars = google.calendars(account);
  const events = calendars.reduce((count, calendar) => count + google.events(calendar).length, 0);
  const waiting = account.seedAtConsent && html`<br><span class="soft">Meetings appear at the first consent</span>`;
  return html`<tr>
    <td><a href="/accounts/${account.email}">${account.name}</a></td>
    <td>${account.email}</td>
    <td class="num">${calendars.length}</td>
    <td class="num">${events}${waiting}</td>
  </tr>`;
}

function calendarPanel(calendar: Calendar, events: GoogleEvent[], nowMs: number): Html {
  let shownDay = '';
  const rows = events.flatMap((event) => {
    const start = event.start?.dateTime ?? event.start?.date ?? '';
    const day = formatDay(start, calendar.timeZone);
    const heading = day === shownDay ? [] : [html`<tr class="day"><td colspan="3">${day}</td></tr>`];
    shownDay = day;
    return [...heading, eventRow(event, calendar, nowMs)];
  });
  return html`<h2>${calendar.primary ? 'Main calendar' : calendar.summary}</h2>
    <div class="panel">${
      events.length === 0
        ? html`<p class="pad soft">Nothing in it.</p>`
        : html`<table><thead><tr><th>Time</th><th>Event</th><th>People</th></tr></thead><tbody>${rows}</tbody></table>`
    }</div>`;
}

function eventRow(event: GoogleEvent, { timeZone }: Calendar, nowMs: number): Html {
  const { start, end, summary, location, visibility, hangoutLink } = event;
  const past = Date.parse(end?.dateTime ?? end?.date ?? '') < nowMs;
  const time =
    start?.dateTime && end?.dateTime
      ? `${formatTime(start.dateTime, timeZone)} - ${formatTime(end.dateTime, timeZone)}`
      : 'All day';
  const marks = [visibility === 'private' && 'Private', hangoutLink && 'Meet'].filter(
    (mark) => typeof mark === 'string',
  );
  return html`<tr class="${past && 'past'}">
    <td class="num">${time}</td>
    <td>${summary} ${marks.map((mark) => html`<span class="tag">${mark}</span> `)}
      ${location && html`<br><span class="soft">${location}</span>`}</td>
    <td>${(event.attendees ?? []).map(
      (guest) => html`${guest.displayName ?? guest.email} <span class="soft">${guest.responseStatus}</span><br>`,
    )}</td>
  </tr>`;
}
