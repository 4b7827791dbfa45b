import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { resolveTemporal, temporalVersion } from '#scripts/tools/temporal-binary.ts';
import { temporaryFolder, writeProgram } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let searchPath: string;
let cacheFolder: string;

beforeEach(() => {
  searchPath = join(folder(), 'bin');
  cacheFolder = join(folder(), 'cache');
  mkdirSync(searchPath);
});

/** Adds a program to the search path that always prints `answer`. */
function program(name: string, answer: string, into: string = searchPath): string {
  mkdirSync(into, { recursive: true });
  return writeProgram(into, name, `echo "${answer}"\n`);
}

const cached = () => join(cacheFolder, `temporal-${temporalVersion}`, 'temporal');
const refuse = () => Promise.reject(new Error('no internet here'));

/** Returns a build that writes an executable and counts its calls. */
function countingBuild() {
  const build = async ({ target }: { target: string }) => {
    build.calls += 1;
    await sleep(200);
    writeFileSync(target, '#!/bin/sh\n', { mode: 0o755 });
  };
  build.calls = 0;
  return build;
}

describe('resolveTemporal', () => {
  test('prefers a recent enough temporal on PATH', async () => {
    const onPath = program('temporal', 'temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)');
    program('temporal', '', join(cacheFolder, `temporal-${temporalVersion}`));
    expect(await resolveTemporal({ searchPath, cacheFolder, download: refuse })).toBe(onPath);
  });

  test('uses the tool cache when temporal on PATH is too old', async () => {
    program('temporal', 'temporal version 1.7.0');
    program('temporal', '', join(cacheFolder, `temporal-${temporalVersion}`));
    expect(await resolveTemporal({ searchPath, cacheFolder, download: refuse })).toBe(cached());
  });

  test('builds once with Go for concurrent calls when nothing is cached', async () => {
    program('go', 'go version go1.26.4 linux/amd64');
    const build = countingBuild();
    const options = { searchPath, cacheFolder, build, download: refuse };
    expect(await Promise.all([resolveTemporal(options), resolveTemporal(options)])).toEqual([cached(), cached()]);
    expect(build.calls).toBe(1);
    expect(readdirSync(cacheFolder)).toEqual([`temporal-${temporalVersion}`]);
  });

  test('downloads the official release when Go is too old', async () => {
    program('go', 'go version go1.22.0 linux/amd64');
    const build = countingBuild();
    const download = async (target: string) => writeFileSync(target, '#!/bin/sh\n', { mode: 0o755 });
    expect(await resolveTemporal({ searchPath, cacheFolder, build, download })).toBe(cached());
    expect(build.calls).toBe(0);
  });

  test('downloads through the proxy in the environment', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer()
      .on('connect', ({ url }, socket) => {
        asked.push(url);
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      })
      .listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = z.object({ port: z.number() }).parse(proxy.address());
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${port}`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.close();
    });
    await expect(resolveTemporal({ searchPath, cacheFolder })).rejects.toThrow(/downloading .* failed/);
    expect(asked).toEqual(['temporal.download:443']);
  });

  test('lists the failures and remedies, and leaves no partial files', async () => {
    program('go', 'go version go1.26.4 linux/amd64');
    const build = ({ target }: { target: string }) => {
      writeFileSync(target, 'half a program');
      return Promise.reject(new Error('the module proxy did not answer'));
    };
    const failure = resolveTemporal({ searchPath, cacheFolder, build, download: refuse });
    await expect(failure).rejects.toThrow(/the module proxy did not answer/);
    await expect(failure).rejects.toThrow(/no internet here/);
    await expect(failure).rejects.toThrow(
      /1\. put the temporal[\s\S]*2\. put Go 1\.26\.4[\s\S]*3\. set TEMPORAL_ADDRESS/,
    );
    expect(readdirSync(cacheFolder)).toEqual([]);
  });

  test('does not download after an interrupted build', async () => {
    program('go', 'go version go1.26.4 linux/amd64');
    const stop = new AbortController();
    let downloads = 0;
    const build = async () => {
      stop.abort();
      throw new Error('go was ended by SIGTERM');
    };
    const download = async () => {
      downloads += 1;
    };
    await expect(resolveTemporal({ searchPath, cacheFolder, build, download, signal: stop.signal })).rejects.toThrow(
      /SIGTERM/,
    );
    expect(downloads).toBe(0);
    expect(existsSync(cached())).toBe(false);
  });
});
