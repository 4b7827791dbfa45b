import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { TURNSTILE_URL } from '#providers/bot-check/turnstile.ts';
import type { ApiConfig } from './config.ts';

const PLACEHOLDER = '__SETTINGS__';
const YEAR_S = 31_536_000;

/**
 * Serves the built pages. Files under /assets carry a hash in their name and never change; the page itself is asked for anew each time. Every path
 * that is no file gets the page: its router knows what to show.
 *
 * @param webFolder the built SPA (dist/web); may be missing while Vite stands in front
 */
export function createPages(config: ApiConfig, webFolder: string): RequestHandler {
  const router = Router();
  const settings = browserSettings(config);
  const servePage: RequestHandler = async (_request, response, next) => {
    const page = await readPage(join(webFolder, 'index.html'));
    if (page === null) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page.replace(PLACEHOLDER, () => settings));
  };

  router.get('/index.html', servePage);
  router.use(
    express.static(webFolder, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(webFolder, 'assets'));
        response.setHeader('Cache-Control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    }),
  );
  router.get('/{*path}', (request, response, next) => {
    // A file that is not there, perhaps of an earlier build: a page in its place would only confuse.
    if (extname(request.path) !== '') return next();
    return servePage(request, response, next);
  });
  router.use((_request, response) => {
    response.status(404).type('text').send('Not found');
  });
  return router;
}

/** What the pages need to know of this installation. `<` is escaped, so that no value can end the script element it stands in. */
function browserSettings(config: ApiConfig): string {
  const settings = {
    turnstileSiteKey: config.turnstile.siteKey,
    turnstileScriptUrl: `${config.turnstile.baseUrl ?? TURNSTILE_URL}/turnstile/v0/api.js`,
    supportEmail: config.supportEmail,
    salesEmail: config.salesEmail,
    demoVideoUrl: config.demoVideoUrl,
  };
  return JSON.stringify(settings).replaceAll('<', '\\u003c');
}

async function readPage(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
