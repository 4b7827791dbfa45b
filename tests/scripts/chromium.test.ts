import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveChromium, resolveHeadlessShell } from '#scripts/chromium.ts';
import { temporaryFolder, writeProgram } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

const program = (name: string) => writeProgram(folder(), name);

describe('resolveChromium', () => {
  test('prefers CHROMIUM_PATH over PATH', async () => {
    program('chromium');
    const chosen = program('my-browser');
    expect(await resolveChromium({ env: { PATH: folder(), CHROMIUM_PATH: chosen } })).toBe(chosen);
  });

  test('throws when CHROMIUM_PATH is not an executable', async () => {
    await expect(resolveChromium({ env: { PATH: folder(), CHROMIUM_PATH: '/no/browser' } })).rejects.toThrow(
      'CHROMIUM_PATH is /no/browser, which is not an executable.',
    );
  });

  test('prefers chromium over google-chrome on PATH', async () => {
    const chrome = program('google-chrome');
    expect(await resolveChromium({ env: { PATH: folder() } })).toBe(chrome);
    const chromium = program('chromium');
    expect(await resolveChromium({ env: { PATH: folder() } })).toBe(chromium);
  });

  test('installs the package when allowed', async () => {
    const install = async () => void program('chromium');
    const found = await resolveChromium({ env: { PATH: folder() }, mayInstall: true, install });
    expect(found).toBe(join(folder(), 'chromium'));
  });

  test('explains how to get Chromium and why the install failed', async () => {
    await expect(resolveChromium({ env: { PATH: folder() }, mayInstall: false })).rejects.toThrow(/Set CHROMIUM_PATH/);
    const install = () => Promise.reject(new Error('no package lists'));
    await expect(resolveChromium({ env: { PATH: folder() }, mayInstall: true, install })).rejects.toThrow(
      /Set CHROMIUM_PATH.*no package lists/,
    );
  });
});

describe('resolveHeadlessShell', () => {
  test('prefers CHROMIUM_PATH over the shell on PATH', async () => {
    const chromium = program('chromium');
    const shell = program('chromium-headless-shell');
    expect(await resolveHeadlessShell({ env: { PATH: folder() } })).toBe(shell);
    expect(await resolveHeadlessShell({ env: { PATH: folder(), CHROMIUM_PATH: chromium } })).toBe(chromium);
  });

  test('installs the browser, then the shell, when allowed', async () => {
    const installed: string[] = [];
    const install = async ([name = '']: string[]) => {
      installed.push(name);
      program(name);
    };
    const found = await resolveHeadlessShell({ env: { PATH: folder() }, mayInstall: true, install });
    expect(found).toBe(join(folder(), 'chromium-headless-shell'));
    expect(installed).toEqual(['chromium', 'chromium-headless-shell']);
  });

  test('falls back to full Chromium, and throws without it', async () => {
    const install = () => Promise.reject(new Error('no package lists'));
    await expect(resolveHeadlessShell({ env: { PATH: folder() }, mayInstall: true, install })).rejects.toThrow(
      /Set CHROMIUM_PATH/,
    );
    const chromium = program('chromium');
    expect(await resolveHeadlessShell({ env: { PATH: folder() }, mayInstall: false })).toBe(chromium);
    expect(await resolveHeadlessShell({ env: { PATH: folder() }, mayInstall: true, install })).toBe(chromium);
  });
});
