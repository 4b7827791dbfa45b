import { join } from 'node:path';
import { buildTemporalCluster } from './build-temporal.ts';
import { findOnPath } from './find-on-path.ts';
import { installTool, toolCacheFolder } from './tool-cache.ts';

/** The versions pinned in temporal-config/server, the same as the images in docker-compose.yml. */
export const clusterVersions = { server: '1.31.2', ui: '2.50.1' };

/**
 * Builds the programs of a Temporal cluster from source, once per version.
 * @returns the folder with `temporal-server`, `temporal-sql-tool`, `temporal-ui-server` and `ui-config`
 * @throws if Go is not on PATH or the build fails
 */
export async function resolveTemporalCluster(options: {
  progress?: (text: string) => void;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const folder = join(toolCacheFolder(), `temporal-cluster-${clusterVersions.server}-ui-${clusterVersions.ui}`);
  const install = async (emptyFolder: string) => {
    const go = findOnPath(['go']);
    if (go === null) throw new Error('The Temporal cluster is built from source: put Go 1.26.4 or newer on PATH.');
    await buildTemporalCluster({ ...options, go, folder: emptyFolder });
  };
  return await installTool({ folder, install, signal: options.signal });
}
