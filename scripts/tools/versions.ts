import { runCommand } from '#scripts/processes/run-command.ts';

/** Returns what a program prints about its version; empty if it can't, so that it counts as too old. */
export async function versionOf(program: string, args: string[]): Promise<string> {
  try {
    return await runCommand(program, args);
  } catch {
    return '';
  }
}

/** Returns the first dotted number in a program's `--version` output, or null: `go1.26.4` becomes [1, 26, 4]. */
export function parseVersion(text: string): number[] | null {
  const match = /(\d+(?:\.\d+)+)/.exec(text);
  return match?.[1] ? match[1].split('.').map(Number) : null;
}

/** Returns whether the text contains the required version or a newer one; false if it contains none. */
export function isAtLeast(text: string, wanted: string): boolean {
  const found = parseVersion(text);
  const minimum = parseVersion(wanted);
  if (!found || !minimum) return false;
  for (let index = 0; index < Math.max(found.length, minimum.length); index += 1) {
    const difference = (found[index] ?? 0) - (minimum[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
