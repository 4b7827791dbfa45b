import { describeError } from '#ops/commands/describe-error.ts';
import { hasDebianTools, installDebianPackages } from '#scripts/tools/debian.ts';
import { findOnPath, isProgram } from '#scripts/tools/find-on-path.ts';

type Options = {
  env?: NodeJS.ProcessEnv;
  /** Whether Debian's packages may be installed; by default when root on a machine that has apt-get. */
  mayInstall?: boolean;
  install?: (packages: string[], signal?: AbortSignal) => Promise<void>;
  signal?: AbortSignal | undefined;
};

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shell = 'chromium-headless-shell';

/**
 * Returns the full path of the tests' browser: CHROMIUM_PATH, then chromium or google-chrome on PATH, then, if root,
 * Debian's package.
 * @throws an error that lists the three ways
 */
export async function resolveChromium(options: Options = {}): Promise<string> {
  const env = options.env ?? process.env;
  const chosen = env['CHROMIUM_PATH'];
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not an executable.`);
  }
  const onPath = findOnPath(names, env['PATH']);
  if (onPath) return onPath;
  if (!mayInstall(options)) throw new Error(missing);
  try {
    await install('chromium', options);
  } catch (cause) {
    throw new Error(`${missing} Installing it failed: ${describeError(cause)}`, {
      cause,
    });
  }
  const installed = findOnPath(names, env['PATH']);
  if (!installed) throw new Error(missing);
  return installed;
}

/**
 * Returns the full path of Chromium's headless shell: CHROMIUM_PATH, then the shell on PATH, then, if root, Debian's
 * package; otherwise that of the full browser. The shell needs a quarter less CPU per page but has no back/forward
 * cache.
 * @throws if there is no browser at all
 */
export async function resolveHeadlessShell(options: Options = {}): Promise<string> {
  const env = options.env ?? process.env;
  const chromium = await resolveChromium(options);
  if (env['CHROMIUM_PATH']) return chromium;
  const onPath = findOnPath([shell], env['PATH']);
  if (onPath) return onPath;
  if (!mayInstall(options)) return chromium;
  try {
    await install(shell, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return chromium;
  }
  return findOnPath([shell], env['PATH']) ?? chromium;
}

function mayInstall(options: Options): boolean {
  return options.mayInstall ?? (process.getuid?.() === 0 && hasDebianTools());
}

async function install(name: string, options: Options): Promise<void> {
  await (options.install ?? installDebianPackages)([name], options.signal);
}

const missing =
  'The browser tests need Chromium. Set CHROMIUM_PATH, or put chromium or google-chrome on PATH ' +
  '(Debian: apt-get install chromium; if root, the tests install it themselves).';
