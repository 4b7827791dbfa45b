import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { screens } from '#tests/support/screens.ts';

/** Routes that only redirect. */
const leadOn = ['/app/integrations', '/reset-password', '/settings/subscription'];

test('every route, unless it only redirects, appears in a test file with visual checks', async () => {
  const tree = await readFile(join(repositoryRoot, 'web/src/route-tree.gen.ts'), 'utf8');
  const [, listed = ''] = /^ {2}to:\n(.*?)^ {2}id:/ms.exec(tree) ?? [];
  const routes = [...listed.matchAll(/'(.+?)'/g)].map(([, route = '']) => route);
  expect(routes.toSorted()).toEqual([...Object.keys(screens), ...leadOn].toSorted());
  for (const [route, { lookedAtIn: file }] of Object.entries(screens)) {
    const source = await readFile(join(repositoryRoot, `tests/e2e/${file}.test.ts`), 'utf8');
    expect({ route, file, isThere: source.includes('lookAt(') && source.includes(route.replace(/\$.*/, '')) }).toEqual({
      route,
      file,
      isThere: true,
    });
  }
});
