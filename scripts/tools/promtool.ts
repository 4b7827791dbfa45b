import { join } from 'node:path';
import { buildPromtool } from './build-temporal.ts';
import { findOnPath } from './find-on-path.ts';
import { installTool, toolCacheFolder } from './tool-cache.ts';

/** The version pinned in ops/prometheus. */
const promtoolVersion = '0.315.0';

/**
 * Returns promtool, built once from source.
 * @throws if Go is not on PATH or the build fails
 */
export async function resolvePromtool(options: { progress?: (text: string) => void }): Promise<string> {
  const folder = join(toolCacheFolder(), `promtool-${promtoolVersion}`);
  const install = async (emptyFolder: string) => {
    const go = findOnPath(['go']);
    if (go === null) throw new Error('promtool is built from source: put Go 1.26.4 or newer on PATH.');
    await buildPromtool({ ...options, go, target: join(emptyFolder, 'promtool') });
  };
  return join(await installTool({ folder, install }), 'promtool');
}
