import { Router } from 'express';
import * as z from 'zod';
import type { ConsoleContext, ConsoleVendor } from '#sandbox/console/context.ts';
import { layout } from '#sandbox/console/layout.ts';
import { type Fault, faultInput } from '#sandbox/control/faults.ts';
import { type Html, html } from '#sandbox/page.ts';

const kinds = ['status', 'hang', 'drop', 'dropAfterHandling', 'delay'] as const;
const form = z.object({
  vendor: z.string(),
  kind: z.enum(kinds),
  method: z.string(),
  path: z.string(),
  status: z.string(),
  delayMs: z.string(),
  times: z.coerce.number().int().positive(),
});

/** Switches for misbehaviour, the same as `POST /_control/faults` on each vendor. */
export function faultRoutes({ vendors }: ConsoleContext): Router {
  const router = Router();

  router.get('/faults', (req, res) => {
    const content = html`${planForm(vendors)}
      <h2>Planned</h2>
      <div class="panel">${plannedTable(vendors)}</div>
      <br><form method="post" action="/faults/clear"><button class="quiet">Clear all</button></form>`;
    const lead = 'Let a vendor fail on purpose. Each fault is used up by the requests it hits, first in, first out.';
    res.send(layout({ title: 'Faults', lead, path: req.path, content }));
  });

  router.post('/faults', (req, res) => {
    const input = form.parse(req.body);
    vendors.find(({ vendor }) => vendor.name === input.vendor)?.vendor.control.faults.add(toFault(input));
    res.redirect(303, '/faults');
  });

  router.post('/faults/clear', (_req, res) => {
    for (const { vendor } of vendors) vendor.control.faults.clear();
    res.redirect(303, '/faults');
  });

  return router;
}

function toFault({ kind, method, path, status, delayMs, times }: z.infer<typeof form>): Fault {
  return faultInput.parse({
    times,
    ...(method !== '' && { method }),
    ...(path !== '' && { path }),
    ...(kind === 'status' && { status: Number(status) }),
    ...(Number(delayMs) > 0 && { delayMs: Number(delayMs) }),
    ...((kind === 'hang' || kind === 'drop' || kind === 'dropAfterHandling') && { [kind]: true }),
  });
}

function planForm(vendors: ConsoleVendor[]): Html {
  return html`<div class="panel pad"><form class="row" method="post" action="/faults">
    <label>Vendor <select name="vendor">${vendors.map(({ vendor: { name } }) => html`<option>${name}</option>`)}</select></label>
    <label>What happens <select name="kind">
      <option value="status">Answers with a status</option>
      <option value="hang">Never answers</option>
      <option value="drop">Drops the connection</option>
      <option value="dropAfterHandling">Acts, then drops the connection</option>
      <option value="delay">Answers late</option>
    </select></label>
    <label>Status <input class="short" type="number" name="status" value="503" min="100" max="599"></label>
    <label>Method <select name="method"><option value="">any</option><option>GET</option><option>POST</option><option>PATCH</option><option>DELETE</option></select></label>
    <label>Path begins with <input name="path" placeholder="/"></label>
    <label>Delay (ms) <input class="short" type="number" name="delayMs" value="0" min="0"></label>
    <label>Times <input class="short" type="number" name="times" value="1" min="1"></label>
    <button>Plan it</button>
  </form></div>`;
}

function plannedTable(vendors: ConsoleVendor[]): Html {
  const rows = vendors.flatMap(({ vendor }) =>
    vendor.control.faults.list().map((fault) => plannedRow(vendor.name, fault)),
  );
  if (rows.length === 0) return html`<p class="pad soft">None: every vendor behaves.</p>`;
  return html`<table><thead><tr><th>Vendor</th><th>Requests</th><th>What happens</th><th>Times left</th></tr></thead>
    <tbody>${rows}</tbody></table>`;
}

function plannedRow(name: string, fault: Fault): Html {
  const effect = [
    fault.delayMs && `waits ${fault.delayMs} ms`,
    fault.hang && 'never answers',
    fault.drop && 'drops the connection',
    fault.dropAfterHandling && 'acts, then drops the connection',
    fault.status !== undefined && `answers ${fault.status}`,
  ].filter((part) => typeof part === 'string');
  return html`<tr><td>${name}</td><td>${fault.method ?? 'any'} ${fault.path ?? '/'}</td>
    <td>${effect.join(', ')}</td><td class="num">${fault.times}</td></tr>`;
}
