import { Router } from 'express';
import type { ConsoleContext } from '#sandbox/console/context.ts';
import { formatTime, layout } from '#sandbox/console/layout.ts';
import type { JournalEntry } from '#sandbox/control/journal.ts';
import { type Html, html } from '#sandbox/page.ts';

const shownEntries = 200;

/** What each vendor was asked, newest first. */
export function journalRoutes({ vendors }: ConsoleContext): Router {
  const router = Router();

  router.get('/journal', (_req, res) => {
    const [first] = vendors;
    res.redirect(first ? `/journal/${first.vendor.name}` : '/');
  });

  router.get('/journal/:name', (req, res, next) => {
    const shown = vendors.find(({ vendor }) => vendor.name === req.params.name);
    if (!shown) return next();
    const entries = shown.vendor.control.journal.list().toReversed().slice(0, shownEntries);
    const links = vendors.map(({ vendor: { name } }) =>
      name === req.params.name ? html`<strong>${name}</strong> ` : html`<a href="/journal/${name}">${name}</a> `,
    );
    const content = html`<nav aria-label="Vendor">${links}</nav><br>
      <div class="panel">${
        entries.length === 0
          ? html`<p class="pad soft">It was not asked anything yet.</p>`
          : html`<table><thead><tr><th>At (UTC)</th><th>Request</th><th>Status</th></tr></thead>
              <tbody>${entries.map(entryRow)}</tbody></table>`
      }</div>`;
    const lead = `The last ${shownEntries} requests, newest first. Status 0: no answer was given, or not yet.`;
    return res.send(layout({ title: `Requests to ${req.params.name}`, lead, path: req.path, content }));
  });

  return router;
}

function entryRow(entry: JournalEntry): Html {
  const good = entry.status > 0 && entry.status < 400;
  const headers = Object.entries(entry.headers).map(([name, value]) => `${name}: ${String(value)}`);
  const body = typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body, null, 2);
  return html`<tr>
    <td class="num">${formatTime(entry.at, 'UTC', true)}</td>
    <td><details><summary><strong>${entry.method}</strong> ${entry.path}</summary>
      <pre>${headers.join('\n')}${entry.body !== null && `\n\n${body}`}</pre></details></td>
    <td class="num ${good ? 'good' : 'bad'}">${entry.status}</td>
  </tr>`;
}
