import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import * as z from 'zod';
import { scriptsOfPage } from './src/page-scripts.ts';

/** The API reads the prerendered pages from here. Dot folders are not served, so no placeholders reach a browser. */
const FOLDER = '.pages';

/** Placeholder for the installation's origin, filled in by the API. */
const ORIGIN = '__PUBLIC_URL__';

const noindex = '<meta name="robots" content="noindex" />';

/**
 * Makes controls that are disabled until the scripts load look enabled, so that nothing flickers. Disappears when the
 * application replaces the page.
 */
const asReady = '<style>:disabled{opacity:1;cursor:progress}</style>';

const notFoundPage = z.object({ title: z.string(), description: z.string(), html: z.string() });
const writtenPage = notFoundPage.extend({ path: z.string(), intent: z.string().optional() });
type NotFoundPage = z.infer<typeof notFoundPage>;
type WrittenPage = z.infer<typeof writtenPage>;
type Application = { pages: WrittenPage[]; notFound: NotFoundPage; addresses: string[] };
const renderer = z.object({
  renderPublicPages: z.custom<() => Promise<unknown>>((value) => typeof value === 'function'),
  renderNotFound: z.custom<() => Promise<unknown>>((value) => typeof value === 'function'),
  listAddresses: z.custom<() => unknown>((value) => typeof value === 'function'),
});

/**
 * Runs after the application's build. Renders the public pages with the same components into `dist/web/.pages`:
 * - `{name}.html`, with the page's own title, description, social card and styles; `{name}.{intent}.html` for an intent
 * - `addresses.json`, by which the API recognizes unknown addresses, and `404.html` for those
 * - `sitemap.xml` and `robots.txt`
 *
 * Every page lists the scripts that the entry fetches.
 */
export function prerender(): Plugin {
  let outDir = '';
  let configFile: string | undefined;
  return {
    name: 'foreword-prerender',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
      configFile = config.configFile;
    },
    async closeBundle() {
      const { pages, notFound, addresses } = await readApplication(configFile, outDir);
      const template = await readFile(join(outDir, 'index.html'), 'utf8');
      const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
      const paintable = await withStylesInside(template, outDir);
      const folder = join(outDir, FOLDER);
      await mkdir(folder, { recursive: true });
      await Promise.all([
        writeFile(join(outDir, 'index.html'), replaceIn(template, [namingScripts(scriptsOfPage(manifest, []))])),
        ...pages.map((page) =>
          writeFile(join(folder, `${nameOf(page)}.html`), fillTemplate(paintable, page, manifest)),
        ),
        writeFile(join(folder, '404.html'), fillTemplate(paintable, notFound, manifest)),
        writeFile(join(folder, 'sitemap.xml'), sitemapOf(pages)),
        writeFile(join(folder, 'robots.txt'), robots),
        writeFile(join(folder, 'addresses.json'), JSON.stringify(addresses)),
      ]);
    },
  };
}

/** Returns the rendered pages and all routes, from a second build for Node that is deleted after use. */
async function readApplication(configFile: string | undefined, outDir: string): Promise<Application> {
  // Next to the build, so that Node resolves the same packages.
  const folder = await mkdtemp(`${outDir}.prerender-`);
  try {
    await build({
      configFile: configFile ?? false,
      root: import.meta.dirname,
      logLevel: 'warn',
      build: { ssr: 'src/prerender.tsx', outDir: folder, emptyOutDir: true, manifest: false, copyPublicDir: false },
    });
    const application = renderer.parse(await import(pathToFileURL(join(folder, 'prerender.js')).href));
    return {
      pages: z.array(writtenPage).parse(await application.renderPublicPages()),
      notFound: notFoundPage.parse(await application.renderNotFound()),
      addresses: z.array(z.string()).parse(application.listAddresses()),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function nameOf({ path, intent }: WrittenPage): string {
  return [routeOf(path), intent].filter(Boolean).join('.');
}

function routeOf(path: string): string {
  return path === '/' ? 'index' : path.slice(1);
}

/** Inlines the styles, so that a page paints as it arrives. This saves half a second on slow phones. */
async function withStylesInside(template: string, outDir: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/;
  const [, file] = link.exec(template) ?? [];
  const styles = file === undefined ? '' : await readFile(join(outDir, file), 'utf8');
  return replaceIn(template, [{ old: link, fresh: `<style>${styles}</style>` }]);
}

function fillTemplate(template: string, page: NotFoundPage | WrittenPage, manifest: Manifest): string {
  const description = escapeHtml(page.description);
  const title = escapeHtml(`${page.title} · Foreword`);
  const path = 'path' in page ? page.path : null;
  const head = [
    ...(path === null ? [noindex] : cardOf(path, title, description)),
    ...fontsOf(manifest).map(
      (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`,
    ),
  ].join('\n    ');
  return replaceIn(template, [
    { old: /<title>.*?<\/title>/, fresh: `<title>${title}</title>` },
    { old: /<meta\s+name="description"[^>]*>/, fresh: `<meta name="description" content="${description}" />` },
    { old: /<meta name="robots"[^>]*>/, fresh: head },
    { old: /<div id="root"><\/div>/, fresh: `<div id="root">${asReady}${page.html}</div>` },
    // Listed, but only fetched after the first paint (main.ts): the application merely replaces what is already there.
    namingScripts(
      scriptsOfPage(manifest, path === null ? [] : [routeOf(path)]),
      (links) => `    <template>\n${links}    </template>\n`,
    ),
  ]);
}

/** Returns metadata for search engines and link previews. Title and description must already be escaped. */
function cardOf(path: string, title: string, description: string): string[] {
  const address = `${ORIGIN}${path}`;
  return [
    `<link rel="canonical" href="${address}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Foreword" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:image" content="${ORIGIN}/social-card.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta property="og:image:alt" content="Foreword. Know who you are about to meet." />',
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

type Replacement = { old: RegExp; fresh: string };

function replaceIn(template: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, { old, fresh }) => {
    if (!old.test(text)) throw new Error(`index.html has no match for ${old.source}, which prerendering replaces.`);
    return text.replace(old, () => fresh);
  }, template);
}

/** Returns a replacement that adds preload links, so that scripts load in parallel. The page already has the entry script. */
function namingScripts([, ...files]: readonly string[], within = (links: string) => links): Replacement {
  const links = files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}" />\n`);
  return { old: /\s*<\/head>/, fresh: `\n${within(links.join(''))}  </head>` };
}

function fontsOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]);
  return [...new Set(files)].filter((file) => file.endsWith('.woff2'));
}

function sitemapOf(pages: readonly WrittenPage[]): string {
  // URLs with an intent show the same page.
  const listed = pages.filter(({ intent }) => intent === undefined);
  const urls = listed.map(({ path }) => `  <url><loc>${ORIGIN}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

const robots = `User-agent: *
Disallow: /api/
Disallow: /app$
Disallow: /app/
Disallow: /admin
Sitemap: ${ORIGIN}/sitemap.xml
`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
