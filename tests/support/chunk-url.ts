import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }));

/** Returns the URL pattern of a built chunk. @param key its source, relative to `web`, or its name */
export async function chunkUrl(key: string): Promise<string> {
  const text = await readFile(join(repositoryRoot, 'dist/web/.vite/manifest.json'), 'utf8');
  const chunks = manifest.parse(JSON.parse(text));
  const [, chunk] = Object.entries(chunks).find(([name, found]) => name === key || found.name === key) ?? [];
  if (!chunk) throw new Error(`The build has no chunk named ${key}.`);
  return `**/${chunk.file}`;
}
