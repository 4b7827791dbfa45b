import { style } from '#sandbox/console/style.ts';
import { Html, html } from '#sandbox/page.ts';

const sections = [
  ['/accounts', 'Accounts'],
  ['/outbox', 'Outbox'],
  ['/journal', 'Requests'],
  ['/faults', 'Faults'],
  ['/clock', 'Clock'],
] as const;

export type Page = { title: string; lead?: string; path: string; content: Html };

/** One console page as a whole document. */
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
<header><div>
<strong><a href="/">Sandbox console</a></strong>
<nav aria-label="Console">${sections.map(([href, name]) => sectionLink(href, name, path))}</nav>
</div></header>
<main>
<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
${content}
</main>
</body>
</html>
`.text;
}

/** `Mon 23 Nov, 13:30` in a zone, which the caller names beside it. */
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
  const current = path === href || path.startsWith(`${href}/`);
  return html`<a href="${href}" ${current && new Html('aria-current="page"')}>${name}</a>`;
}
