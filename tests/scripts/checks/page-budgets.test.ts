import { expect, test } from 'vitest';
import { findExcess, type Manifest } from '#scripts/checks/page-budgets.ts';
import { scriptsOfPage } from '#web/page-scripts.ts';

const part = (file: string, imports: string[] = [], isEntry = false) => ({ file, imports, css: [], isEntry });
const manifest: Manifest = {
  'index.html': { ...part('entry.js', [], true), css: ['all.css'] },
  'src/application.tsx': part('application.js', ['_framework.js']),
  '_framework.js': part('framework.js'),
  '_form.js': part('form.js', ['_framework.js']),
  'src/routes/login.tsx?tsr-split=component': part('login.js', ['_form.js', '_framework.js']),
  'src/later.tsx': part('later.js'),
  'font.woff2': part('font.woff2'),
};
const login = { page: '/login', routes: ['login'], kilobytes: 100 };
const weigh = (sizes: Record<string, number>, pages = [login]) =>
  findExcess(manifest, (file) => sizes[file] ?? 0, pages);

test("a page's weight counts the entry, app, route and shared imports once each", () => {
  const parts = {
    'entry.js': 1_000,
    'application.js': 9_000,
    'framework.js': 50_000,
    'form.js': 30_000,
    'login.js': 10_000,
  };
  expect(weigh(parts)).toEqual([]);
  expect(weigh({ ...parts, 'login.js': 10_100 })).toEqual(['JavaScript of /login: 100.1 KB, the budget is 100 KB']);
});

test('lazily loaded files do not count towards the budget', () => {
  expect(weigh({ 'later.js': 200_000 })).toEqual([]);
});

test('styles and fonts have separate budgets', () => {
  expect(weigh({ 'all.css': 15_001, 'font.woff2': 54_100 })).toEqual([
    'CSS: 15.0 KB, the budget is 15 KB',
    'Fonts: 54.1 KB, the budget is 54 KB',
  ]);
});

test('a route that is missing from the build is an error', () => {
  expect(() => weigh({}, [{ ...login, routes: ['sign-in'] }])).toThrow('src/routes/sign-in.tsx');
});

test('the chunk of a route with a loader is found', () => {
  const { 'src/routes/login.tsx?tsr-split=component': login, ...others } = manifest;
  if (!login) throw new Error('the manifest above has no login');
  const withLoader = { ...others, 'src/routes/login.tsx?tsr-split=component---loader': login };
  expect(scriptsOfPage(withLoader, ['login'])).toEqual(scriptsOfPage(manifest, ['login']));
});
