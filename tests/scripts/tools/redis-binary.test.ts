import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveRedis } from '#scripts/tools/redis-binary.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redis-binary-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

describe('resolveRedis', () => {
  test('prefers redis-server over valkey-server on PATH', async () => {
    const valkey = program('valkey-server');
    expect((await resolveRedis({ searchPath: folder })).command).toBe(valkey);
    const redis = program('redis-server');
    expect((await resolveRedis({ searchPath: folder })).command).toBe(redis);
  });

  test('explains how to get Redis when none is found', async () => {
    await expect(resolveRedis({ searchPath: folder, debian: false })).rejects.toThrow(
      /No Redis server was found.*apt-get install redis-server.*REDIS_URL/,
    );
  });
});
