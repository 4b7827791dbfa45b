import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { waitForLock } from '#scripts/processes/file-lock.ts';

/** Returns the folder for downloaded and built tools: one folder per version, shared by all of this user's clones. */
export function toolCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache'), 'foreword');
}

export type Installation = {
  /** The tool's folder; if it exists, the tool is complete. */
  folder: string;
  /** Fills an empty folder with the tool. */
  install: (emptyFolder: string) => Promise<void>;
  /** Called once when another process is installing the same tool. */
  onWait?: (pid: number) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Installs a tool once, even if two processes try at the same time. Works in a temporary folder that is renamed when
 * complete, so a killed process leaves no half-installed tool.
 */
export async function installTool({ folder, install, onWait, signal }: Installation): Promise<string> {
  if (existsSync(folder)) return folder;
  const release = await waitForLock(`${folder}.lock`, 'installing', ({ pid }) => onWait?.(pid), signal);
  try {
    if (existsSync(folder)) return folder;
    await removeUnfinished(folder);
    const unfinished = `${folder}.unfinished-${randomUUID()}`;
    try {
      await mkdir(unfinished, { recursive: true });
      await install(unfinished);
      await rename(unfinished, folder);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
    return folder;
  } finally {
    release();
  }
}

/** Deletes unfinished installs. Only the lock's holder gets here, so they are from killed processes. */
async function removeUnfinished(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (name.startsWith(`${basename(folder)}.unfinished-`))
      await rm(join(parent, name), { recursive: true, force: true });
  }
}
