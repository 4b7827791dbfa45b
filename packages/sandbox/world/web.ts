import express, { type Express } from 'express';
import { escapeHtml } from '#sandbox/page.ts';
import type { WorldPage } from './pages.ts';
import { htmlDocument, toHtml } from './site/to-html.ts';
import type { World } from './world.ts';

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32" rx="4" fill="#9ab"/></svg>';

/**
 * Serves each page of the world at `/{domain}/{path}`, a directory at `/`, the same picture for every SVG in a site's
 * `assets`, and 404 for anything else.
 */
export function createWorldWeb(world: World): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/', (_req, res) => {
    res.send(renderDirectory(world));
  });
  app.get('/:domain/assets/:name.svg', (_req, res) => {
    res.type('svg').send(picture);
  });
  app.get('/{*location}', (req, res) => {
    const page = world.page(decodeURIComponent(req.path));
    if (page?.sheets) res.type('pdf').send(world.pdf(page));
    else if (page) res.send(toHtml(world.layout(page), page.title, page.language));
    else
      res.status(404).send(htmlDocument('Page not found', '<h1>Page not found</h1><p><a href="/">All sites</a></p>'));
  });
  return app;
}

function renderDirectory(world: World): string {
  const homes = world.pages().filter((page) => page.path === '');
  return htmlDocument('The seeded web', `<h1>The seeded web</h1><ul>${homes.map(pageLink).join('\n')}</ul>`);
}

function pageLink(page: WorldPage): string {
  const href = `/${page.domain}/${page.path}`.replace(/\/$/, '');
  return `<li><a href="${escapeHtml(href)}">${escapeHtml(page.title)}</a></li>`;
}
