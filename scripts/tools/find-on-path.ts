import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Finds the first of the named programs on PATH; returns its full path, or null. Relative PATH entries are skipped. */
export function findOnPath(names: string[], searchPath: string = process.env['PATH'] ?? ''): string | null {
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
}

/** Returns whether the path is a file this account can execute. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // missing, or not executable
  }
}
