import { Router } from 'express';
import type { ConsoleContext, ConsoleVendor } from '#sandbox/console/context.ts';
import { layout } from '#sandbox/console/layout.ts';
import { type Html, html } from '#sandbox/page.ts';

const hourMs = 3_600_000;

/** The front page: what runs, and where to look. */
export function overviewRoutes(context: ConsoleContext): Router {
  const router = Router();
  router.get('/', (req, res) => {
    const content = html`
      <div class="panel"><table>
        <thead><tr><th>Vendor</th><th>Address</th><th>Requests</th><th>Planned faults</th><th>Clock</th></tr></thead>
        <tbody>${context.vendors.map(vendorRow)}</tbody>
      </table></div>
      <h2>Where to look</h2>
      <div class="columns">
        <div class="panel pad"><a href="${context.productUrl}">Foreword</a><br><span class="soft">The product itself.</span></div>
        <div class="panel pad"><a href="/accounts">Accounts</a><br><span class="soft">People with a calendar here, and what is in it.</span></div>
        <div class="panel pad"><a href="/outbox">Outbox</a><br><span class="soft">Every mail that was handed to the mail service.</span></div>
        <div class="panel pad"><a href="${context.webUrl}/">Seeded web</a><br><span class="soft">The companies and pages that research finds.</span></div>
      </div>`;
    const lead =
      'Stand-ins for the vendors, on this machine only. Nothing here reaches the internet and no mail leaves.';
    res.send(layout({ title: 'Running vendors', lead, path: req.path, content }));
  });
  return router;
}

function vendorRow({ url, vendor: { name, control } }: ConsoleVendor): Html {
  const offsetMs = control.clock.offsetMs();
  const planned = control.faults.list().length;
  return html`<tr>
    <td><strong>${name}</strong></td>
    <td class="num">${url}</td>
    <td class="num"><a href="/journal/${name}">${control.journal.list().length}</a></td>
    <td class="num">${planned === 0 ? html`<span class="soft">none</span>` : html`<a class="bad" href="/faults">${planned}</a>`}</td>
    <td class="num">${offsetMs === 0 ? html`<span class="soft">real time</span>` : `+${(offsetMs / hourMs).toFixed(1)} h`}</td>
  </tr>`;
}
