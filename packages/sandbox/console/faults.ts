import { Router } from 'express';
import * as z from 'zod';
import type { ConsoleContext, ConsoleVendor } from '#sandbox/console/context.ts';
import { type Preset, presets } from '#sandbox/console/fault-presets.ts';
import { layout, options, table, vendorTexts } from '#sandbox/console/layout.ts';
import { modelPanel } from '#sandbox/console/model.ts';
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
const presetForm = z.object({
  preset: z.coerce
    .number()
    .int()
    .min(0)
    .max(presets.length - 1),
});

/** Serves the page that adds and clears faults, like `/_control/faults` on each vendor. */
export function faultRoutes(context: ConsoleContext): Router {
  const router = Router();
  const { vendors } = context;
  const plan = (name: string, fault: Fault): void => {
    vendors.find(({ vendor }) => vendor.name === name)?.vendor.control.faults.add(fault);
  };

  router.get('/faults', async (req, res) => {
    const content = html`<h2>Planned</h2>
      ${plannedTable(vendors)}
      <h2>Presets</h2>
      <div class="columns">${presets.map((preset, index) => presetCard(preset, index, vendors))}</div>
      ${await modelPanel(context)}
      <h2>Custom</h2>
      ${planForm(vendors)}`;
    const lead = 'Make a vendor fail on purpose. Faults apply to matching requests, first in, first out.';
    res.send(layout({ title: 'Faults', lead, path: req.path, content }));
  });

  router.post('/faults', (req, res) => {
    const input = form.parse(req.body);
    plan(input.vendor, toFault(input));
    res.redirect(303, '/faults');
  });

  router.post('/faults/preset', (req, res) => {
    const preset = presets[presetForm.parse(req.body).preset];
    if (preset) plan(preset.vendor, preset.fault);
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

function presetCard({ name, text, vendor }: Preset, index: number, vendors: ConsoleVendor[]): Html {
  if (!vendors.some((running) => running.vendor.name === vendor)) return html``;
  return html`<form class="panel pad card" method="post" action="/faults/preset">
    <h3>${name}</h3><p class="soft">${text}</p>
    <button class="quiet" name="preset" value="${index}">Add fault</button>
  </form>`;
}

function planForm(vendors: ConsoleVendor[]): Html {
  const names = vendors.map(({ vendor: { name } }) => [name, vendorTexts[name].name] as const);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, method] as const);
  return html`<div class="panel pad"><form class="row" method="post" action="/faults">
    <label>Vendor <select name="vendor">${options(names, undefined)}</select></label>
    <label>What happens <select name="kind">
      <option value="status">Responds with a status</option>
      <option value="hang">Never responds</option>
      <option value="drop">Drops the connection</option>
      <option value="dropAfterHandling">Handles the request, then drops the connection</option>
      <option value="delay">Responds late</option>
    </select></label>
    <label>Status <input class="short" type="number" name="status" value="503" min="100" max="599"></label>
    <label>Method <select name="method">${options([['', 'any'], ...methods], undefined)}</select></label>
    <label>Path starts with <input name="path" placeholder="/"></label>
    <label>Delay (ms) <input class="short" type="number" name="delayMs" value="0" min="0"></label>
    <label>Times <input class="short" type="number" name="times" value="1" min="1"></label>
    <button>Add fault</button>
  </form></div>`;
}

function plannedTable(vendors: ConsoleVendor[]): Html {
  const rows = vendors.flatMap(({ vendor }) =>
    vendor.control.faults.list().map((fault) => plannedRow(vendorTexts[vendor.name].name, fault)),
  );
  return html`${table(['Vendor', 'Requests', 'What happens', 'Times left'], rows, 'No faults. Every vendor works normally.')}
    ${rows.length > 0 && html`<br><form method="post" action="/faults/clear"><button class="quiet">Clear all</button></form>`}`;
}

function plannedRow(name: string, fault: Fault): Html {
  const effect = [
    fault.delayMs && `waits ${fault.delayMs} ms`,
    fault.hang && 'never responds',
    fault.drop && 'drops the connection',
    fault.dropAfterHandling && 'handles the request, then drops the connection',
    fault.status !== undefined && `responds with ${fault.status}`,
  ].filter((part) => typeof part === 'string');
  return html`<tr><td>${name}</td><td>${fault.method ?? 'any'} ${fault.path ?? '/'}</td>
    <td>${effect.join(', ')}</td><td class="num" data-label="Times left">${fault.times}</td></tr>`;
}
