import { Router } from 'express';
import * as z from 'zod';
import type { ConsoleContext, ConsoleVendor } from '#sandbox/console/context.ts';
import { formatMoment, layout, table, vendorTexts } from '#sandbox/console/layout.ts';
import { type Html, html } from '#sandbox/page.ts';

const form = z.object({ vendor: z.string(), hours: z.coerce.number().positive().max(100_000) });
const steps = [
  [1, '+ 1 hour'],
  [24, '+ 1 day'],
  [168, '+ 7 days'],
  [720, '+ 30 days'],
] as const;

/** Serves the page that shows the vendors' clocks and moves them forward, like `POST /_control/clock`. */
export function clockRoutes({ vendors }: ConsoleContext): Router {
  const router = Router();

  router.get('/clock', (req, res) => {
    const content = html`<div class="panel pad"><h3>All vendors</h3>${advanceForm('all')}</div>
      <h2>By vendor</h2>
      ${table(['Vendor', 'Time (UTC)', 'Advance'], vendors.map(clockRow), 'No vendor is sandboxed.')}`;
    const lead =
      "A vendor's clock applies to its objects: trials, channels, subscriptions, events. Tokens, signatures and Foreword itself use real time. Clocks only move forward; a reset returns them to real time.";
    res.send(layout({ title: 'Clock', lead, path: req.path, content }));
  });

  router.post('/clock', async (req, res) => {
    const { vendor: name, hours } = form.parse(req.body);
    const chosen = vendors.filter(({ vendor }) => name === 'all' || vendor.name === name);
    await Promise.all(chosen.map(({ vendor }) => vendor.control.advance(Math.round(hours * 3_600_000))));
    res.redirect(303, '/clock');
  });

  return router;
}

function clockRow({ vendor: { name, control } }: ConsoleVendor): Html {
  const aheadMs = control.clock.offsetMs();
  return html`<tr><td><strong>${vendorTexts[name].name}</strong></td>
    <td class="num">${formatMoment(control.clock.now())}${aheadMs > 0 && html` <span class="tag">${(aheadMs / 3_600_000).toFixed(1)} h ahead</span>`}</td>
    <td>${advanceForm(name)}</td></tr>`;
}

/** Renders the preset steps, and a field for any number of hours. */
function advanceForm(vendor: string): Html {
  return html`<div class="row">
    ${steps.map(
      ([hours, text]) => html`<form method="post" action="/clock"><input type="hidden" name="vendor" value="${vendor}">
        <button class="quiet" name="hours" value="${hours}">${text}</button></form>`,
    )}
    <form class="row" method="post" action="/clock"><input type="hidden" name="vendor" value="${vendor}">
      <label><span class="hidden">Hours for ${vendor}</span><input class="short" type="number" name="hours" placeholder="hours" min="0.1" step="any" required></label>
      <button class="quiet">Advance</button></form>
  </div>`;
}
