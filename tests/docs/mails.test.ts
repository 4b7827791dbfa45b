import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emailKind } from '#db/queries/emails.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const text = readFileSync(join(repositoryRoot, 'docs/mails.md'), 'utf8');
/** Kinds and file of each row of the table. */
const rows = [...text.matchAll(/^\| (`[^|]+`) \| [^|]+ \| `([^`]+)` \|$/gm)].map(
  ([, kinds = '', file = '']) => [kinds.replaceAll('`', '').split(', '), file] as const,
);

test('docs/mails.md lists every kind of email once, with the file that renders it', () => {
  expect(rows.flatMap(([kinds]) => kinds).toSorted()).toEqual(emailKind.options.toSorted());
  const folder = join(repositoryRoot, 'workers/emails');
  expect(rows.filter(([, file]) => !existsSync(join(folder, file)))).toEqual([]);
});
