import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Logger } from '#telemetry/logger.ts';
import { toTemporalLogger } from './temporal-logger.ts';

const root = resolve(import.meta.dirname, '..');
const workflowsPath = join(root, 'workflows/index.ts');
const workflowInterceptorModules = [join(root, 'workflows/trace-context.ts')];
/** Written by scripts/build-image.ts. */
const prebuiltPath = join(root, 'dist/workflows.js');

/**
 * Returns the path of the bundled workflow code. Production uses the file built into the image; elsewhere it is rebuilt
 * when the sources change and cached in the state folder.
 *
 * @throws Error in production when the file is missing
 */
export async function findWorkflowBundle(options: {
  isProduction: boolean;
  stateDir: string;
  logger: Logger;
}): Promise<{ codePath: string }> {
  if (options.isProduction) {
    if (existsSync(prebuiltPath)) return { codePath: prebuiltPath };
    throw new Error('dist/workflows.js is missing: the image was not built by `npm run build`.');
  }
  const codePath = join(resolve(root, options.stateDir), 'dist', `workflows-${await hashSources()}.js`);
  if (!existsSync(codePath)) await buildWorkflowBundle(codePath, options.logger);
  return { codePath };
}

/** Bundles workflows/index.ts and all it imports. */
export async function buildWorkflowBundle(codePath: string, logger: Logger): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules,
    logger: toTemporalLogger(logger, 'debug'),
  });
  await mkdir(dirname(codePath), { recursive: true });
  // Renamed into place, so that a worker starting at the same time never reads half a file.
  const unfinished = `${codePath}.${process.pid}`;
  await writeFile(unfinished, code);
  await rename(unfinished, codePath);
}

/** Hashes everything a workflow can depend on: the folders it may import, and the library versions. */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package.json')));
  for (const room of ['workflows', 'domain']) {
    const names = (await readdir(join(root, room), { recursive: true })).filter((name) => name.endsWith('.ts'));
    for (const name of names.toSorted()) {
      hash.update(`${room}/${name}\n`).update(await readFile(join(root, room, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
