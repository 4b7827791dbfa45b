import { describeError } from '#ops/commands/describe-error.ts';
import { hasDebianTools, installDebianPackages } from '#scripts/tools/debian.ts';
import { findOnPath, isProgram } from '#scripts/tools/find-on-path.ts';

type Options = {
  env?: NodeJS.ProcessEnv;
  /** Whether Debian's package may be installed; by default when root on a machine that has apt-get. */
  mayInstall?: boolean;
  install?: (packages: string[], signal?: AbortSignal) => Promise<void>;
  signal?: AbortSignal | undefined;
};

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser of the tests, as a full path: CHROMIUM_PATH, then chromium or google-chrome on PATH, then Debian's package when root.
 * @throws an error that names the three ways.
 */
export async function resolveChromium(options: Options = {}): Promise<string> {
  const env = options.env ?? process.env;
  const chosen = env['CHROMIUM_PATH'];
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run.`);
  }
  const onPath = findOnPath(names, env['PATH']);
  if (onPath) return onPath;
  if (!(options.mayInstall ?? (process.getuid?.() === 0 && hasDebianTools()))) throw new Error(missing);
  try {
    await (options.install ?? installDebianPackages)(['chromium'], options.signal);
  } catch (cause) {
    throw new Error(`${missing} Installing it failed: ${describeError(cause)}`, {
      cause,
    });
  }
  const installed = findOnPath(names, env['PATH']);
  if (!installed) throw new Error(missing);
  return installed;
}

const missing =
  'The browser tests need Chromium. Set CHROMIUM_PATH, or put chromium or google-chrome on PATH ' +
  '(Debian: apt-get install chromium; as root the tests do that themselves).';
