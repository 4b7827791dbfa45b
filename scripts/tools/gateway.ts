import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGateway } from './build-temporal.ts';
import { findOnPath } from './find-on-path.ts';
import { installTool, toolCacheFolder } from './tool-cache.ts';

/** The version pinned in ops/gateway, as module and as base image. */
export const gatewayVersion = '2.11.9';

const source = fileURLToPath(new URL('../../ops/gateway', import.meta.url));

/**
 * Returns the gateway's binary, built once per state of its source.
 * @throws if Go is not on PATH or the build fails
 */
export async function resolveGateway(options: { progress?: (text: string) => void }): Promise<string> {
  const folder = join(toolCacheFolder(), `gateway-${gatewayVersion}-${await hashSource()}`);
  const install = async (emptyFolder: string) => {
    const go = findOnPath(['go']);
    if (go === null) throw new Error('The gateway is built from source: put Go 1.26.4 or newer on PATH.');
    await buildGateway({ ...options, go, target: join(emptyFolder, 'caddy') });
  };
  return join(await installTool({ folder, install }), 'caddy');
}

async function hashSource(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(source)).filter((name) => /\.(?:go|mod|sum)$/.test(name));
  for (const name of names.toSorted()) hash.update(await readFile(join(source, name)));
  return hash.digest('hex').slice(0, 12);
}
