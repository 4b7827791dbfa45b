import express, { type Express } from 'express';
import { formatDay } from './dates.ts';
import { escapeHtml } from './html-text.ts';
import type { WorldPage } from './pages.ts';
import type { World } from './world.ts';

/** Serves each page of the world as HTML at `/{domain}/{path}`, a directory at `/`, and 404 for anything else. */
export function createWorldWeb(world: World): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/', (_req, res) => {
    res.send(renderDirectory(world));
  });
  app.get('/{*location}', (req, res) => {
    const page = world.page(decodeURIComponent(req.path));
    if (page) res.send(renderPage(page, world));
    else res.status(404).send(layout('Page not found', '<h1>Page not found</h1><p><a href="/">All sites</a></p>'));
  });
  return app;
}

function renderPage(page: WorldPage, world: World): string {
  const body = page.html ?? page.sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n');
  const replaced = page.supersededBy ? '' : siteLinks(page, world);
  return layout(
    page.title,
    `<p><a href="/${escapeHtml(page.domain)}">${escapeHtml(page.domain)}</a></p>
<article>
<h1>${escapeHtml(page.title)}</h1>
<p><time datetime="${page.publishedAt.toISOString()}">${formatDay(page.publishedAt)}</time></p>
${body}
</article>
${replaced}`,
  );
}

/** A home page leads to every other page of its site. */
function siteLinks(page: WorldPage, world: World): string {
  if (page.path !== '') return '';
  const others = world
    .pages()
    .filter((other) => other.domain === page.domain && other.path !== '')
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  return `<nav><ul>${others.map(pageLink).join('\n')}</ul></nav>`;
}

function renderDirectory(world: World): string {
  const homes = world.pages().filter((page) => page.path === '');
  return layout('The seeded web', `<h1>The seeded web</h1><ul>${homes.map(pageLink).join('\n')}</ul>`);
}

function pageLink(page: WorldPage): string {
  const href = `/${page.domain}/${page.path}`.replace(/\/$/, '');
  return `<li><a href="${escapeHtml(href)}">${escapeHtml(page.title)}</a></li>`;
}

function layout(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#222}time{color:#666}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
