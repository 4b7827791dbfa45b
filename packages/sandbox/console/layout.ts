import { style } from '#sandbox/console/style.ts';
import { Html, html } from '#sandbox/page.ts';
import type { VendorName } from '#sandbox/vendor.ts';

const sections = [
  ['/', 'Overview'],
  ['/accounts', 'Accounts'],
  ['/outbox', 'Outbox'],
  ['/messages', 'Messages'],
  ['/payments', 'Payments'],
  ['/journal', 'Requests'],
  ['/faults', 'Faults'],
  ['/clock', 'Clock'],
] as const;

/** Names and descriptions of the vendors. */
export const vendorTexts: Record<VendorName, { name: string; does: string }> = {
  google: { name: 'Google', does: 'Sign-in and calendars' },
  microsoft: { name: 'Microsoft', does: 'Sign-in and Outlook calendars' },
  stripe: { name: 'Stripe', does: 'Checkout and subscriptions' },
  anthropic: { name: 'Anthropic', does: 'The research model' },
  ses: { name: 'Amazon SES', does: 'Email' },
  messages: { name: 'Slack, Teams, web push', does: 'Messages in channels and browsers' },
  turnstile: { name: 'Turnstile', does: 'The bot check' },
};

export type Page = { title: string; lead?: string; path: string; content: Html };

/** Renders a complete console page. */
export function layout({ title, lead, path, content }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Sandbox console</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><div>
<strong><a href="/">Sandbox console</a></strong>
<nav aria-label="Console">${sections.map(([href, name]) => sectionLink(href, name, path))}</nav>
</div></header>
<main id="content">
<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
${content}
</main>
</body>
</html>
`.text;
}

/** Renders a table whose rows become cards on a phone; shows `empty` if there are none. */
export function table(headings: string[], rows: Html[], empty: string): Html {
  if (rows.length === 0) return html`<div class="panel"><p class="pad soft">${empty}</p></div>`;
  return html`<div class="panel"><table class="stack">
    <thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
}

export function options(values: readonly (readonly [value: string, text: string])[], chosen: string | undefined): Html {
  return html`${values.map(
    ([value, text]) => html`<option value="${value}" ${value === chosen && new Html('selected')}>${text}</option>`,
  )}`;
}

/** Renders links to pages, with the current one marked. */
export function tabs(label: string, links: readonly { href: string; text: string; isCurrent: boolean }[]): Html {
  return html`<nav class="tabs" aria-label="${label}">${links.map(
    ({ href, text, isCurrent }) => html`<a href="${href}" ${isCurrent && new Html('aria-current="page"')}>${text}</a>`,
  )}</nav>`;
}

/** Formats a time as `Mon 23 Nov, 13:30`, without the zone, which the page must show elsewhere. */
export function formatMoment(moment: Date | string | number, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(moment));
}

export function formatDay(moment: Date | string | number, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(moment),
  );
}

export function formatTime(moment: Date | string | number, timeZone = 'UTC', seconds = false): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
  }).format(new Date(moment));
}

function sectionLink(href: string, name: string, path: string): Html {
  const isCurrent = path === href || (href !== '/' && path.startsWith(`${href}/`));
  return html`<a href="${href}" ${isCurrent && new Html('aria-current="page"')}>${name}</a>`;
}
