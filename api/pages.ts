import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import * as z from 'zod';
import type { ErrorBody } from '#contract/http.ts';
import { TURNSTILE_URL } from '#providers/bot-check/turnstile.ts';
import type { ApiConfig } from './config.ts';
import { createPackedSender } from './packed.ts';

const FOREVER = `public, max-age=${365 * 86_400}, immutable`;
/** Scripts and styles; images, videos and fonts are compressed already. */
const PACKED_ASSET = /^\/assets\/[\w.-]+\.(?:js|css)$/;

/** Pages prerendered at build time (web/prerender.ts), and files for search engines. */
const WRITTEN_FOLDER = '.pages';
const WRITTEN_PATH = /^\/[a-z-]*$/;
/** The signed-in areas, which handle unknown paths themselves. */
const AREA_PATH = /^\/(?:app|admin)(?:\/|$)/i;
/** The link to the demo video, which is removed in installations without one. */
const DEMO_VIDEO_LINK = /<a [^>]*href="__DEMO_VIDEO_URL__"[^>]*>.*?<\/a>/g;
const NOT_FOUND = 'Not found. To use the API under /api, create an access token in Settings.';
/** MCP clients without a valid token try to register here, and show `error_description`. */
const NOWHERE = {
  success: false,
  message: NOT_FOUND,
  error: NOT_FOUND,
  code: 'NOT_FOUND',
  error_description: NOT_FOUND,
} satisfies ErrorBody & { error_description: string };
const addressesSchema = z.array(z.string());

/**
 * Serves the built pages. Files under /assets have a hash in their name and never change; pages are revalidated each
 * time. Paths that are not files get the app's page. If it has no screen for them, the status is 404, and callers that
 * don't want a page get a JSON error. Public pages and the 404 page are prerendered. Pages, scripts and styles are
 * compressed, which is safe because nothing here is secret or echoes input.
 *
 * @param webFolder The built SPA (dist/web); may be missing behind Vite.
 */
export function createPages(config: ApiConfig, webFolder: string): RequestHandler {
  const router = Router();
  const fillIn = createFiller(config);
  const sendPacked = createPackedSender();
  const servePage: RequestHandler = async (request, response, next) => {
    const isNowhere = await leadsNowhere(webFolder, request.path);
    if (isNowhere) {
      response.vary('Accept');
      if (request.accepts(['html', 'json']) === 'json') return next();
    }
    const written = await readWritten(webFolder, request, isNowhere);
    const page = written ?? (await readPage(join(webFolder, 'index.html')));
    if (page === null) return next();
    response.status(isNowhere ? 404 : 200);
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html');
    const text = fillIn(page);
    await sendPacked({ request, response }, text, async () => Buffer.from(text));
  };

  router.get('/index.html', servePage);
  router.get(['/sitemap.xml', '/robots.txt'], async (request, response, next) => {
    const file = await readPage(join(webFolder, WRITTEN_FOLDER, request.path.slice(1)));
    if (file === null) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.type(extname(request.path)).send(fillIn(file));
  });
  router.use(async (request, response, next) => {
    if (!['GET', 'HEAD'].includes(request.method) || !PACKED_ASSET.test(request.path)) return next();
    const path = join(webFolder, request.path);
    try {
      response.type(extname(path));
      response.setHeader('Cache-Control', FOREVER);
      await sendPacked({ request, response }, path, () => readFile(path));
    } catch (error) {
      if (!isMissing(error)) throw error;
      response.removeHeader('Cache-Control');
      response.removeHeader('Content-Type');
      next();
    }
  });
  router.use(
    express.static(webFolder, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(webFolder, 'assets'));
        response.setHeader('Cache-Control', isHashed ? FOREVER : 'no-cache');
      },
    }),
  );
  router.get('/{*path}', (request, response, next) => {
    // A missing file, perhaps from an earlier build: HTML would only confuse whatever loads it.
    if (extname(request.path) !== '') {
      response.vary('Accept');
      if (request.accepts(['text', 'html']) !== 'html') return next();
    }
    return servePage(request, response, next);
  });
  router.use((_request, response) => void response.status(404).json(NOWHERE));
  return router;
}

/**
 * Returns the prerendered page for exactly this path, in its trial variant if requested and available, or the 404 page
 * for unknown paths outside the signed-in areas; null if there is none.
 */
async function readWritten(webFolder: string, { path, query }: Request, isNowhere: boolean): Promise<string | null> {
  if (isNowhere) return AREA_PATH.test(path) ? null : await readPage(join(webFolder, WRITTEN_FOLDER, '404.html'));
  if (!WRITTEN_PATH.test(path)) return null;
  const name = join(webFolder, WRITTEN_FOLDER, path === '/' ? 'index' : path.slice(1));
  const forTrial = query['intent'] === 'trial' ? await readPage(`${name}.trial.html`) : null;
  return forTrial ?? (await readPage(`${name}.html`));
}

/** Returns whether the app has no screen for a path; false if unknown, for example when Vite serves the pages. */
async function leadsNowhere(webFolder: string, path: string): Promise<boolean> {
  const addresses = await readPage(join(webFolder, WRITTEN_FOLDER, 'addresses.json'));
  if (addresses === null) return false;
  const wanted = partsOf(path);
  return !addressesSchema.parse(JSON.parse(addresses)).some((address) => fits(wanted, partsOf(address)));
}

/** Matches like the client's router: ignores case and a trailing slash; `$token` stands for any segment. */
function fits(wanted: string[], address: string[]): boolean {
  const isSame = (part: string, index: number) =>
    part.startsWith('$') || part.toLowerCase() === wanted[index]?.toLowerCase();
  return wanted.length === address.length && address.every(isSame);
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Returns a function that fills this installation's settings into a page's placeholders. */
function createFiller(config: ApiConfig): (page: string) => string {
  const values = new Map([
    ['__SETTINGS__', browserSettings(config)],
    ['__PUBLIC_URL__', escapeHtml(config.publicUrl)],
    ['__SUPPORT_EMAIL__', escapeHtml(config.supportEmail)],
    ['__SALES_EMAIL__', escapeHtml(config.salesEmail)],
    ['__DEMO_VIDEO_URL__', escapeHtml(config.demoVideoUrl ?? '')],
  ]);
  const words = new RegExp([...values.keys()].join('|'), 'g');
  const withLinks = (page: string) => (config.demoVideoUrl ? page : page.replace(DEMO_VIDEO_LINK, ''));
  return (page) => withLinks(page).replace(words, (word) => values.get(word) ?? word);
}

/** Returns the settings as JSON. Escapes `<`, so that no value can close the surrounding script element. */
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

/** Escapes text for use in elements and double-quoted attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function readPage(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
