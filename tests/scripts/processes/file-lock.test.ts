import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { findLockHolder, tryLock, waitForLock } from '#scripts/processes/file-lock.ts';
import { identifyProcess } from '#scripts/processes/process-identity.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let path: string;
beforeEach(() => {
  path = join(folder(), 'instance.lock');
});

describe('tryLock', () => {
  test('grants the lock once and reports the holder to others', () => {
    const first = tryLock(path, 'http://localhost:3000');
    expect(first.taken).toBe(true);
    expect(tryLock(path, 'another')).toMatchObject({
      taken: false,
      holder: { pid: process.pid, note: 'http://localhost:3000' },
    });
    if (first.taken) first.release();
    expect(findLockHolder(path)).toBeNull();
    expect(tryLock(path, 'another').taken).toBe(true);
    expect(readdirSync(folder())).toEqual(['instance.lock']);
  });

  test('frees the lock of a killed process', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const identity = identifyProcess(child.pid ?? 0);
    writeFileSync(path, JSON.stringify({ ...identity, note: 'a run that was killed' }));
    expect(tryLock(path, 'next').taken).toBe(false);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(tryLock(path, 'next').taken).toBe(true);
  });

  test('frees a lock whose pid has been reused', () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: '1', note: 'an earlier life of this pid' }));
    expect(findLockHolder(path)).toBeNull();
    expect(tryLock(path, 'next').taken).toBe(true);
  });

  test('frees a corrupt lock', () => {
    writeFileSync(path, '{"pid":');
    expect(tryLock(path, 'next').taken).toBe(true);
  });
});

describe('waitForLock', () => {
  test('waits until the lock is released and calls `onWait` once', async () => {
    const first = tryLock(path, 'first');
    let waits = 0;
    const second = waitForLock(path, 'second', () => {
      waits += 1;
    });
    await sleep(700);
    if (first.taken) first.release();
    const release = await second;
    expect(waits).toBe(1);
    expect(findLockHolder(path)?.note).toBe('second');
    release();
  });

  test('rejects as soon as the wait is aborted', async () => {
    tryLock(path, 'first');
    await expect(waitForLock(path, 'second', () => undefined, AbortSignal.timeout(50))).rejects.toThrow(/aborted/);
  });
});
