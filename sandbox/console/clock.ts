import { Router } from 'express';
import * as z from 'zod';
import type { ConsoleContext, ConsoleVendor } from '#sandbox/console/context.ts';
import { formatMoment, layout } from '#sandbox/console/layout.ts';
import { type Html, html } from '#sandbox/page.ts';

const form = z.object({ vendor: z.string(), hours: z.coerce.number().positive().max(100_000) });

/** Each vendor's clock, forward only, the same as `POST /_control/clock`. */
export function clockRoutes({ vendors }: ConsoleContext): Router {
  const router = Router();

  router.get('/clock', (req, res) => {
    const content = html`<div class="panel"><table>
      <thead><tr><th>Vendor</th><th>Its time (UTC)</th><th>Advance</th></tr></thead>
      <tbody>${vendors.map(clockRow)}</tbody></table></div>`;
    const lead = "A vendor's clock moves its objects: trials, channels, events. Tokens and signatures keep real time.";
    res.send(layout({ title: 'Clock', lead, path: req.path, content }));
  });

  router.post('/clock', async (req, res) => {
    const { vendor: name, hours } = form.parse(req.body);
    const shown = vendors.find(({ vendor }) => vendor.name === name);
    await shown?.vendor.control.advance(Math.round(hours * 3_600_000));
    res.redirect(303, '/clock');
  });

  return router;
}

function clockRow({ vendor: { name, control } }: ConsoleVendor): Html {
  return html`<tr><td><strong>${name}</strong></td><td class="num">${formatMoment(control.clock.now())}</td>
    <td><form class="row" method="post" action="/clock"><input type="hidden" name="vendor" value="${name}">
      <label>Hours <input class="short" type="number" name="hours" value="24" min="0.1" step="any"></label><button class="quiet">Advance</button>
    </form></td></tr>`;
}
