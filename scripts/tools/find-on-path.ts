import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The first of the named programs on the search path, as a full path, or null. Relative path entries are skipped. */
export function findOnPath(names: string[], searchPath: string = process.env['PATH'] ?? ''): string | null {
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
}

/** Whether the path is a file that this account may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // missing, or not ours to run
  }
}
