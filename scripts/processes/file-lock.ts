import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { identifyProcess, isAlive } from './process-identity.ts';

const holderSchema = z.object({ pid: z.number(), startedAt: z.string(), note: z.string() });

export type LockHolder = z.infer<typeof holderSchema>;
export type LockAttempt = { taken: true; release: () => void } | { taken: false; holder: LockHolder };

/**
 * Takes a lock, held until it is released or this process ends; a lock whose holder was killed counts as free.
 * @param note shown to other processes, such as the URL that the holder serves
 */
export function tryLock(path: string, note: string): LockAttempt {
  const self = identifyProcess(process.pid);
  if (!self) throw new Error('This process cannot find itself in the process table.');
  const content = JSON.stringify({ ...self, note });
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    if (createWithContent(path, content)) return { taken: true, release: () => releaseLock(path, content) };
    const found = readOrNull(path);
    if (found === null) continue; // just released
    const holder = parseHolder(found);
    if (holder && isAlive(holder)) return { taken: false, holder };
    removeStale(path, found);
  }
}

/** Returns the process that currently holds the lock, or null. */
export function findLockHolder(path: string): LockHolder | null {
  const found = readOrNull(path);
  const holder = found === null ? null : parseHolder(found);
  return holder && isAlive(holder) ? holder : null;
}

/** Takes a lock, waiting for the process that holds it. `onWait` is called once, before the first wait. */
export async function waitForLock(
  path: string,
  note: string,
  onWait: (holder: LockHolder) => void,
  signal?: AbortSignal,
): Promise<() => void> {
  for (let told = false; ; told = true) {
    const attempt = tryLock(path, note);
    if (attempt.taken) return attempt.release;
    if (!told) onWait(attempt.holder);
    await sleep(300, undefined, { signal });
  }
}

/**
 * Creates a lock; returns false if it exists. A hard link appears with its content or not at all, so no one reads a
 * half-written lock.
 */
function createWithContent(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a stale lock. If another process has replaced it since, puts the new lock back. */
function removeStale(path: string, staleContent: string): void {
  const aside = `${path}.stale-${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const moved = readFileSync(aside, 'utf8');
  if (moved !== staleContent) createWithContent(path, moved);
  rmSync(aside, { force: true });
}

function releaseLock(path: string, content: string): void {
  if (readOrNull(path) === content) rmSync(path, { force: true });
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function parseHolder(content: string): LockHolder | null {
  try {
    return holderSchema.parse(JSON.parse(content));
  } catch {
    return null; // not written by us, so no one holds it
  }
}
