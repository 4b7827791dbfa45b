import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import compression from 'compression';
import express, { type Request, type RequestHandler, Router } from 'express';
import * as z from 'zod';
import { TURNSTILE_URL } from '#providers/bot-check/turnstile.ts';
import type { ApiConfig } from './config.ts';

/** The tightest: what is packed is fetched once in a release. The budgets of the pages are counted in it. */
export const GZIP_LEVEL = 9;
const YEAR_S = 31_536_000;

/** The pages written at build time (web/prerender.ts), and what search engines ask for. */
const WRITTEN_FOLDER = '.pages';
const WRITTEN_PATH = /^\/[a-z-]*$/;
/** Where the signed-in areas are: they know themselves what to show at an address of theirs that leads nowhere. */
const AREA_PATH = /^\/(?:app|admin)(?:\/|$)/i;
/** How the link to the video site was written; an installation without one has nowhere to send people. */
const DEMO_VIDEO_LINK = /<a [^>]*href="__DEMO_VIDEO_URL__"[^>]*>.*?<\/a>/g;
const addressesSchema = z.array(z.string());

/**
 * Serves the built pages. Files under /assets carry a hash in their name and never change; the page itself is asked for anew each time. Every path
 * that is no file gets the page: its router knows what to show, and one that it has no screen for is 404. A public page, and the one that says that
 * there is nothing, come as they were written at build time, with their text already in them. Everything is packed for the way: nothing here is
 * secret, and nothing a visitor sends comes back in it.
 *
 * @param webFolder the built SPA (dist/web); may be missing while Vite stands in front
 */
export function createPages(config: ApiConfig, webFolder: string): RequestHandler {
  const router = Router();
  const fillIn = createFiller(config);
  const servePage: RequestHandler = async (request, response, next) => {
    const isNowhere = await leadsNowhere(webFolder, request.path);
    const written = await readWritten(webFolder, request, isNowhere);
    const page = written ?? (await readPage(join(webFolder, 'index.html')));
    if (page === null) return next();
    response.status(isNowhere ? 404 : 200);
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(fillIn(page));
  };

  router.use(compression({ level: GZIP_LEVEL }));
  router.get('/index.html', servePage);
  router.get(['/sitemap.xml', '/robots.txt'], async (request, response, next) => {
    const file = await readPage(join(webFolder, WRITTEN_FOLDER, request.path.slice(1)));
    if (file === null) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.type(extname(request.path)).send(fillIn(file));
  });
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
    // A file that is not there, perhaps of an earlier build: a page in its place would only confuse whatever is not a reader.
    if (extname(request.path) !== '') {
      response.vary('Accept');
      if (request.accepts(['text', 'html']) !== 'html') return next();
    }
    return servePage(request, response, next);
  });
  router.use((_request, response) => {
    response.status(404).type('text').send('Not found');
  });
  return router;
}

/**
 * The page as it was written for exactly this address: with the wish for a trial, which its links carry on, where it has one. For an address outside
 * the signed-in areas that leads nowhere, the page that says so.
 */
async function readWritten(webFolder: string, { path, query }: Request, isNowhere: boolean): Promise<string | null> {
  if (isNowhere) return AREA_PATH.test(path) ? null : await readPage(join(webFolder, WRITTEN_FOLDER, '404.html'));
  if (!WRITTEN_PATH.test(path)) return null;
  const name = join(webFolder, WRITTEN_FOLDER, path === '/' ? 'index' : path.slice(1));
  const forTrial = query['intent'] === 'trial' ? await readPage(`${name}.trial.html`) : null;
  return forTrial ?? (await readPage(`${name}.html`));
}

/** Whether the built application has no screen for the path; false where nobody knows, because Vite builds it in front. */
async function leadsNowhere(webFolder: string, path: string): Promise<boolean> {
  const addresses = await readPage(join(webFolder, WRITTEN_FOLDER, 'addresses.json'));
  if (addresses === null) return false;
  const wanted = partsOf(path);
  return !addressesSchema.parse(JSON.parse(addresses)).some((address) => fits(wanted, partsOf(address)));
}

/** As the router of the pages has it: the letters' case and a slash at the end make no difference, `$token` stands for any one part. */
function fits(wanted: string[], address: string[]): boolean {
  const isSame = (part: string, index: number) =>
    part.startsWith('$') || part.toLowerCase() === wanted[index]?.toLowerCase();
  return wanted.length === address.length && address.every(isSame);
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Puts what pages need to know of this installation in the place of the words that stand for it. */
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

/** `<` is escaped, so that no value can end the script element it stands in. */
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

/** For text and for attributes in double quotes. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function readPage(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
