import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const bill = z.object({
  components: z.array(
    z.object({ purl: z.string(), properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }),
  ),
});
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

test('npm run sbom lists every direct dependency of the product, none as a development package', async () => {
  const { components } = bill.parse(
    JSON.parse(await runCommand('npm', ['run', '--silent', 'sbom'], { cwd: repositoryRoot })),
  );
  const shipped = components.filter(
    ({ properties }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  );
  const listed = new Set(shipped.map(({ purl }) => purl));
  const { dependencies } = manifest.parse(JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')));
  const expected = Object.entries(dependencies).map(
    ([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
  );
  expect(expected.filter((purl) => !listed.has(purl))).toEqual([]);
});
