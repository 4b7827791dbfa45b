import { join } from 'node:path';
import { buildGateway } from './build-temporal.ts';
import { findOnPath } from './find-on-path.ts';
import { installTool, toolCacheFolder } from './tool-cache.ts';

/** The version that ops/gateway pins, which is that of the image in docker-compose.yml. */
export const gatewayVersion = '2.10.2';

/**
 * The program of the gateway, built once from source.
 * @throws where Go is not on PATH or the build fails.
 */
export async function resolveGateway(options: { progress?: (text: string) => void }): Promise<string> {
  const folder = join(toolCacheFolder(), `caddy-${gatewayVersion}`);
  const install = async (emptyFolder: string) => {
    const go = findOnPath(['go']);
    if (go === null) throw new Error('The gateway is built from source: put Go 1.26.4 or newer on PATH.');
    await buildGateway({ ...options, go, target: join(emptyFolder, 'caddy') });
  };
  return join(await installTool({ folder, install }), 'caddy');
}
