import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import * as z from 'zod';

/** Where the API finds the written pages. A dot folder, so that none of them is served as a file with its placeholders still in it. */
const FOLDER = '.pages';

/** Stands for the origin of the installation; the API fills it in. */
const ORIGIN = '__PUBLIC_URL__';

const writtenPage = z.object({ path: z.string(), title: z.string(), description: z.string(), html: z.string() });
type WrittenPage = z.infer<typeof writtenPage>;
const renderer = z.object({
  renderPublicPages: z.custom<() => Promise<unknown>>((value) => typeof value === 'function'),
  listAddresses: z.custom<() => unknown>((value) => typeof value === 'function'),
});

/**
 * After the build of the application: renders every public page with the same components, and writes `dist/web/.pages/{name}.html` with its own
 * title, description and social card, `sitemap.xml`, `robots.txt`, and `addresses.json`, by which the API knows an address that leads nowhere.
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
      const { pages, addresses } = await readApplication(configFile, outDir);
      const template = await readFile(join(outDir, 'index.html'), 'utf8');
      const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
      const folder = join(outDir, FOLDER);
      await mkdir(folder, { recursive: true });
      await Promise.all([
        ...pages.map((page) => writeFile(join(folder, `${nameOf(page)}.html`), fillTemplate(template, page, manifest))),
        writeFile(join(folder, 'sitemap.xml'), sitemapOf(pages)),
        writeFile(join(folder, 'robots.txt'), robots),
        writeFile(join(folder, 'addresses.json'), JSON.stringify(addresses)),
      ]);
    },
  };
}

/** A second build, for Node, of what the pages are made of; it is loaded once and thrown away. */
async function readApplication(
  configFile: string | undefined,
  outDir: string,
): Promise<{ pages: WrittenPage[]; addresses: string[] }> {
  // Beside the build, where Node finds the same packages.
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
      addresses: z.array(z.string()).parse(application.listAddresses()),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function nameOf({ path }: WrittenPage): string {
  return path === '/' ? 'index' : path.slice(1);
}

function fillTemplate(template: string, page: WrittenPage, manifest: Manifest): string {
  const description = escapeHtml(page.description);
  const title = escapeHtml(`${page.title} · Foreword`);
  const address = `${ORIGIN}${page.path}`;
  const head = [
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
    ...fontsOf(manifest).map(
      (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`,
    ),
    ...scriptsOf(manifest, page).map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ].join('\n    ');
  const replacements = [
    { old: /<title>.*?<\/title>/, fresh: `<title>${title}</title>` },
    { old: /<meta\s+name="description"[^>]*>/, fresh: `<meta name="description" content="${description}" />` },
    { old: /<meta name="robots"[^>]*>/, fresh: head },
    { old: /<div id="root"><\/div>/, fresh: `<div id="root">${page.html}</div>` },
  ];
  return replacements.reduce((text, { old, fresh }) => {
    if (!old.test(text)) throw new Error(`index.html has no ${old.source} for the written pages to replace.`);
    return text.replace(old, () => fresh);
  }, template);
}

/** The route's own script and what it imports, so that they are fetched beside the entry and not after it. */
function scriptsOf(manifest: Manifest, page: WrittenPage): string[] {
  const root = `src/routes/${nameOf(page)}.tsx?tsr-split=component`;
  // A loader stands in the same part and in its name.
  const waiting = [manifest[root] ? root : `${root}---loader`];
  const seen = new Set<string>();
  for (const key of waiting) {
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no part named ${key}; have public-pages.ts follow the routes.`);
    seen.add(key);
    waiting.push(...(chunk.imports ?? []));
  }
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  // The entry's own are in the template already.
  const known = new Set([entry?.file, ...(entry?.imports ?? []).map((key) => manifest[key]?.file)]);
  return [...seen].flatMap((key) => manifest[key]?.file ?? []).filter((file) => !known.has(file));
}

function fontsOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]);
  return [...new Set(files)].filter((file) => file.endsWith('.woff2'));
}

function sitemapOf(pages: readonly WrittenPage[]): string {
  const urls = pages.map(({ path }) => `  <url><loc>${ORIGIN}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

const robots = `User-agent: *
Disallow: /api/
Disallow: /app
Disallow: /admin
Sitemap: ${ORIGIN}/sitemap.xml
`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
