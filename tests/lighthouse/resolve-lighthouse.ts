import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '#scripts/processes/run-command.ts';
import { installTool, toolCacheFolder } from '#scripts/tools/tool-cache.ts';

/** The version pinned in tests/lighthouse/cli. */
const version = '13.5.0';
const manifests = fileURLToPath(new URL('cli', import.meta.url));

/**
 * Returns the path of Lighthouse's CLI, installing it into the tool cache if needed. As a dependency, it would be a
 * sixth of what `npm ci` installs.
 */
export async function resolveLighthouse(): Promise<string> {
  const install = async (emptyFolder: string) => {
    for (const name of ['package.json', 'package-lock.json'])
      await copyFile(join(manifests, name), join(emptyFolder, name));
    await runCommand('npm', ['ci', '--no-audit', '--no-fund'], { cwd: emptyFolder });
  };
  const folder = await installTool({ folder: join(toolCacheFolder(), `lighthouse-${version}`), install });
  return join(folder, 'node_modules/lighthouse/cli/index.js');
}
