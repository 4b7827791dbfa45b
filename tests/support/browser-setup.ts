import type { TestProject } from 'vitest/node';
import { resolveChromium, resolveHeadlessShell } from '#scripts/chromium.ts';
import { buildWeb } from '#scripts/stack/web-build.ts';

/** Provides the built pages, a headless shell and full Chromium to the browser tests. */
export default async function setup(project: TestProject): Promise<void> {
  const [headlessShellPath, chromiumPath] = await Promise.all([resolveHeadlessShell(), resolveChromium(), buildWeb()]);
  project.provide('headlessShellPath', headlessShellPath);
  project.provide('chromiumPath', chromiumPath);
}
