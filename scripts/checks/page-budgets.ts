import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { GZIP_LEVEL } from '#api/packed.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { scriptsOfPage } from '#web/page-scripts.ts';

/** The parts of Vite's manifest that list the files of a page. */
export const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);
export type Manifest = z.infer<typeof manifestSchema>;

export type Budget = { page: string; routes: readonly string[]; kilobytes: number };

/** Maximum JavaScript per page, including React: gzip, in units of 1000 bytes. Based on measurements; never loosen. */
const budgets: readonly Budget[] = [
  { page: '/', routes: ['index'], kilobytes: 125 },
  { page: '/demo', routes: ['demo'], kilobytes: 125 },
  { page: '/pricing', routes: ['pricing'], kilobytes: 125 },
  { page: '/privacy', routes: ['privacy'], kilobytes: 125 },
  { page: '/terms', routes: ['terms'], kilobytes: 125 },
  { page: '/briefing', routes: ['briefing/$token'], kilobytes: 125 },
  { page: '/contact', routes: ['contact'], kilobytes: 140 },
  { page: '/login', routes: ['login'], kilobytes: 140 },
  { page: '/register', routes: ['register'], kilobytes: 140 },
  { page: '/forgot-password', routes: ['forgot-password'], kilobytes: 140 },
  { page: '/reset-password', routes: ['reset-password/$token'], kilobytes: 140 },
  { page: '/admin', routes: ['admin/index'], kilobytes: 195 },
  { page: '/verify-email', routes: ['verify-email'], kilobytes: 140 },
  { page: '/feedback', routes: ['feedback'], kilobytes: 140 },
  { page: '/newsletter/confirm', routes: ['newsletter/confirm'], kilobytes: 140 },
  { page: '/newsletter/unsubscribe', routes: ['newsletter/unsubscribe'], kilobytes: 140 },
  { page: '/objection/confirm', routes: ['objection/confirm'], kilobytes: 140 },
  { page: '/unsubscribe', routes: ['unsubscribe'], kilobytes: 140 },
  { page: 'the app shell', routes: ['app/route'], kilobytes: 165 },
  { page: '/app', routes: ['app/route', 'app/index'], kilobytes: 185 },
  { page: '/app/meetings', routes: ['app/route', 'app/meetings'], kilobytes: 185 },
  { page: '/app/briefings', routes: ['app/route', 'app/briefings'], kilobytes: 185 },
  { page: '/app/settings', routes: ['app/route', 'app/settings'], kilobytes: 205 },
  { page: '/admin/dashboard', routes: ['admin/dashboard/route', 'admin/dashboard/index'], kilobytes: 195 },
  {
    page: '/admin/dashboard/whitelist',
    routes: ['admin/dashboard/route', 'admin/dashboard/whitelist'],
    kilobytes: 195,
  },
  {
    page: '/admin/dashboard/objections',
    routes: ['admin/dashboard/route', 'admin/dashboard/objections'],
    kilobytes: 195,
  },
];
const CSS_KILOBYTES = 15;
const FONT_KILOBYTES = 54;

const webFolder = join(repositoryRoot, 'dist', 'web');

/**
 * Checks the built pages against their budgets.
 * @throws Error listing each page and file type over budget
 */
export async function checkPageBudgets(): Promise<void> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(webFolder, '.vite', 'manifest.json'), 'utf8')));
  const files = Object.values(manifest).flatMap(({ file, css }) => [file, ...css]);
  const sizes = new Map(await Promise.all([...new Set(files)].map(measure)));
  const faults = findExcess(manifest, (file) => sizes.get(file) ?? 0);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/**
 * Lists every exceeded budget with the actual size.
 * @param sizeOf transfer size of a file, in bytes
 */
export function findExcess(
  manifest: Manifest,
  sizeOf: (file: string) => number,
  pages: readonly Budget[] = budgets,
): string[] {
  const files = Object.values(manifest).flatMap(({ file, css }) => [file, ...css]);
  const sumOf = (chosen: Iterable<string>) => [...new Set(chosen)].reduce((sum, file) => sum + sizeOf(file), 0);
  return [
    ...pages.map(({ page, routes, kilobytes }) => ({
      name: `JavaScript of ${page}`,
      bytes: sumOf(scriptsOfPage(manifest, routes)),
      kilobytes,
    })),
    { name: 'CSS', bytes: sumOf(files.filter((file) => file.endsWith('.css'))), kilobytes: CSS_KILOBYTES },
    { name: 'Fonts', bytes: sumOf(files.filter((file) => file.endsWith('.woff2'))), kilobytes: FONT_KILOBYTES },
  ]
    .filter(({ bytes, kilobytes }) => bytes > kilobytes * 1000)
    .map(({ name, bytes, kilobytes }) => `${name}: ${(bytes / 1000).toFixed(1)} KB, the budget is ${kilobytes} KB`);
}

/** Returns a file and its transfer size in bytes; fonts are already compressed. */
async function measure(file: string): Promise<[string, number]> {
  const content = await readFile(join(webFolder, file));
  return [file, file.endsWith('.woff2') ? content.length : gzipSync(content, { level: GZIP_LEVEL }).length];
}
