import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

/** Every screen, and the tests that look at it in all widths and themes. */
const lookedAt: Record<string, string> = {
  '/': 'public-pages',
  '/admin': 'bot-check-and-admin',
  '/admin/dashboard': 'admin',
  '/admin/dashboard/audit-log': 'admin',
  '/admin/dashboard/whitelist': 'admin',
  '/app': 'screens',
  '/app/analytics': 'screens',
  '/app/briefings': 'screens',
  '/app/knowledge': 'screens',
  '/app/meetings': 'screens',
  '/app/profile': 'screens',
  '/app/settings': 'screens',
  '/app/subscription-required': 'screens',
  '/auth/callback': 'oauth-callback',
  '/contact': 'contact',
  '/demo': 'public-pages',
  '/feedback': 'mail-links',
  '/forgot-password': 'screens',
  '/login': 'screens',
  '/newsletter/confirm': 'mail-links',
  '/newsletter/unsubscribe': 'mail-links',
  '/pricing': 'public-pages',
  '/privacy': 'public-pages',
  '/register': 'screens',
  '/reset-password/$token': 'screens',
  '/terms': 'public-pages',
  '/unsubscribe': 'mail-links',
  '/verify-email': 'account-forms',
};

/** Addresses without a screen of their own. */
const leadOn = ['/app/integrations', '/reset-password', '/settings/subscription'];

test('every route of the application is looked at, or leads on to one that is', async () => {
  const tree = await readFile(join(repositoryRoot, 'web/src/route-tree.gen.ts'), 'utf8');
  const [, listed = ''] = /^ {2}to:\n(.*?)^ {2}id:/ms.exec(tree) ?? [];
  const routes = [...listed.matchAll(/'(.+?)'/g)].map(([, route = '']) => route);
  expect(routes.toSorted()).toEqual([...Object.keys(lookedAt), ...leadOn].toSorted());
  for (const [route, file] of Object.entries(lookedAt)) {
    const source = await readFile(join(repositoryRoot, `tests/e2e/${file}.test.ts`), 'utf8');
    expect({ route, file, isThere: source.includes('lookAt(') && source.includes(route.replace(/\$.*/, '')) }).toEqual({
      route,
      file,
      isThere: true,
    });
  }
});
