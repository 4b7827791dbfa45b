import { Router } from 'express';
import * as z from 'zod';
import type { ConsoleContext } from '#sandbox/console/context.ts';
import { formatTime, layout, options, table, vendorTexts } from '#sandbox/console/layout.ts';
import type { JournalEntry } from '#sandbox/control/journal.ts';
import { type Html, html } from '#sandbox/page.ts';
import type { VendorName } from '#sandbox/vendor.ts';

const shownEntries = 200;
const shownBodyChars = 20_000;

const outcomes = { any: 'any', good: 'succeeded', bad: 'refused or failed', none: 'no response' } as const;
const query = z.object({
  vendor: z.string().default(''),
  method: z.string().default(''),
  path: z.string().default(''),
  outcome: z.enum(['any', 'good', 'bad', 'none']).default('any'),
});
type Filter = z.infer<typeof query>;
type Entry = JournalEntry & { vendor: VendorName };

/** Serves the list of requests to the vendors, newest first. */
export function journalRoutes(context: ConsoleContext): Router {
  const router = Router();

  router.get('/journal', (req, res) => {
    const filter = query.parse(req.query);
    const found = listEntries(context, filter);
    const content = html`${filterForm(context, filter)}<br>
      ${table(['At (UTC)', 'Vendor', 'Request', 'Status'], found.slice(0, shownEntries).map(entryRow), 'No matching requests.')}`;
    const lead = `${found.length} ${found.length === 1 ? 'request' : 'requests'}, newest first${found.length > shownEntries ? `, the last ${shownEntries} shown` : ''}. Open one for its headers and body. Status 0 means no response, or none yet.`;
    res.send(layout({ title: 'Requests', lead, path: req.path, content }));
  });

  return router;
}

/** Returns the requests that match a filter, newest first. */
export function listEntries({ vendors }: ConsoleContext, filter: Partial<Filter>): Entry[] {
  return vendors
    .filter(({ vendor }) => !filter.vendor || vendor.name === filter.vendor)
    .flatMap(({ vendor }) => vendor.control.journal.list().map((entry) => ({ ...entry, vendor: vendor.name })))
    .filter(({ method }) => !filter.method || method === filter.method)
    .filter(({ path }) => !filter.path || path.toLowerCase().includes(filter.path.toLowerCase()))
    .filter(
      ({ status }) => filter.outcome === undefined || filter.outcome === 'any' || outcomeOf(status) === filter.outcome,
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

export function entryRow(entry: Entry): Html {
  const headers = Object.entries(entry.headers).map(([name, value]) => `${name}: ${String(value)}`);
  const whole = typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body, null, 2);
  const body = whole.slice(0, shownBodyChars);
  const more = whole.length - body.length;
  return html`<tr>
    <td class="num">${formatTime(entry.at, 'UTC', true)}</td>
    <td class="num">${vendorTexts[entry.vendor].name}</td>
    <td><details><summary><strong>${entry.method}</strong> ${entry.path}</summary>
      <pre tabindex="0">${headers.join('\n')}${entry.body !== null && `\n\n${body}`}${more > 0 && `\n... and ${more} more characters`}</pre></details></td>
    <td class="num ${outcomeOf(entry.status) === 'good' ? 'good' : 'bad'}">${entry.status}</td>
  </tr>`;
}

function outcomeOf(status: number): 'good' | 'bad' | 'none' {
  if (status === 0) return 'none';
  return status < 400 ? 'good' : 'bad';
}

function filterForm({ vendors }: ConsoleContext, filter: Filter): Html {
  const names = vendors.map(({ vendor: { name } }) => [name, vendorTexts[name].name] as const);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, method] as const);
  return html`<form class="row" method="get" action="/journal" role="search">
    <label>Vendor <select name="vendor">${options([['', 'all'], ...names], filter.vendor)}</select></label>
    <label>Method <select name="method">${options([['', 'any'], ...methods], filter.method)}</select></label>
    <label>Outcome <select name="outcome">${options(Object.entries(outcomes), filter.outcome)}</select></label>
    <label>Path contains <input class="wide" type="search" name="path" value="${filter.path}" placeholder="/calendar/v3"></label>
    <button class="quiet">Filter</button>
  </form>`;
}
