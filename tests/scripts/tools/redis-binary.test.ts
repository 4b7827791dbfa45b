import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { resolveRedis } from '#scripts/tools/redis-binary.ts';
import { temporaryFolder, writeProgram } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

const program = (name: string, version = '7.0.15') =>
  writeProgram(folder(), name, `echo "Redis server v=${version} sha=00000000:0"`);

describe('resolveRedis', () => {
  test('prefers redis-server over valkey-server on PATH', async () => {
    const valkey = program('valkey-server');
    expect((await resolveRedis({ searchPath: folder() })).command).toBe(valkey);
    const redis = program('redis-server');
    expect((await resolveRedis({ searchPath: folder() })).command).toBe(redis);
  });

  test('skips a server on PATH that is too old', async () => {
    program('redis-server', '6.0.16');
    const valkey = program('valkey-server', '8.1.3');
    expect((await resolveRedis({ searchPath: folder() })).command).toBe(valkey);
  });

  test("does not pass on the user's locale, which may not be installed", async () => {
    program('redis-server');
    vi.stubEnv('LC_ALL', 'xx_XX.UTF-8');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await resolveRedis({ searchPath: folder() })).env['LC_ALL']).toBe('C');
  });

  test("unpacks Debian's package with the libraries this machine lacks", async () => {
    const bin = join(folder(), 'bin');
    mkdirSync(bin);
    const unpacked = join(folder(), 'unpacked');
    writeProgram(
      bin,
      'apt-get',
      `case "$1" in
        install) printf 'Inst libatomic1 (14.2.0)\\nInst redis-server (8.0.2)\\nConf libatomic1 (14.2.0)\\n' ;;
        download) shift; for name in "$@"; do touch "$name.deb"; done ;;
      esac`,
    );
    writeProgram(
      bin,
      'dpkg-deb',
      `echo "$2" >> '${unpacked}'; mkdir -p usr/bin; printf '#!/bin/sh\\necho v=8.0.2' > usr/bin/redis-server; chmod +x usr/bin/redis-server`,
    );
    vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { command } = await resolveRedis({ searchPath: '', cacheFolder: join(folder(), 'cache'), debian: true });
    expect(command).toMatch(/usr\/bin\/redis-server$/);
    expect(readFileSync(unpacked, 'utf8').trim().split('\n').toSorted()).toEqual([
      './libatomic1.deb',
      './redis-server.deb',
      './redis-tools.deb',
    ]);
  });

  test('explains how to get Redis when none is found', async () => {
    await expect(resolveRedis({ searchPath: folder(), debian: false })).rejects.toThrow(
      /No Redis server was found.*apt-get install redis-server.*REDIS_URL/,
    );
  });
});
