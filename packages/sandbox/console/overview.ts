import { Router } from 'express';
import type { ConsoleContext, ConsoleVendor } from '#sandbox/console/context.ts';
import { entryRow, listEntries } from '#sandbox/console/journal.ts';
import { layout, table, vendorTexts } from '#sandbox/console/layout.ts';
import { mailRow, readOutbox } from '#sandbox/console/outbox.ts';
import { type Html, html } from '#sandbox/page.ts';

const hourMs = 3_600_000;

/** Serves the front page: what is running, recent activity, and links. */
export function overviewRoutes(context: ConsoleContext): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const mails = (await readOutbox(context)).slice(0, 4);
    const content = html`
      <p class="row"><a href="${context.productUrl}">Open Foreword</a> <a href="${context.webUrl}/">Open the seeded web</a></p>
      <div class="columns">${context.vendors.map(vendorCard)}</div>
      <h2>Latest emails</h2>
      ${table(['Sent (UTC)', 'To', 'Subject'], mails.map(mailRow), 'No emails yet.')}
      <h2>Latest requests</h2>
      ${table(['At (UTC)', 'Vendor', 'Request', 'Status'], listEntries(context, {}).slice(0, 8).map(entryRow), 'No requests yet.')}`;
    const lead = 'Local stand-ins for the vendors. Nothing here reaches the internet, and no email is delivered.';
    res.send(layout({ title: 'Sandbox', lead, path: req.path, content }));
  });
  return router;
}

function vendorCard({ url, vendor: { name, control } }: ConsoleVendor): Html {
  const aheadMs = control.clock.offsetMs();
  const planned = control.faults.list().length;
  const requests = control.journal.list().length;
  return html`<section class="panel pad">
    <h3>${vendorTexts[name].name}</h3>
    <p class="soft" style="margin:0 0 10px">${vendorTexts[name].does}<br>${new URL(url).host}</p>
    <a href="/journal?vendor=${name}">${requests} ${requests === 1 ? 'request' : 'requests'}</a>
    ${planned > 0 && html` · <a class="bad" href="/faults">${planned} planned ${planned === 1 ? 'fault' : 'faults'}</a>`}
    ${aheadMs > 0 && html` · <a href="/clock">${(aheadMs / hourMs).toFixed(1)} h ahead</a>`}
  </section>`;
}
