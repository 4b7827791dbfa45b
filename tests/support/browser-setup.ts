import type { TestProject } from 'vitest/node';
import { resolveChromium, resolveHeadlessShell } from '#scripts/chromium.ts';
import { buildWeb } from '#scripts/stack/web-build.ts';

/** What the browser tests need beyond the services: the built pages, a browser without windows and a whole one. */
export default async function setup(project: TestProject): Promise<void> {
  const [headlessShellPath, chromiumPath] = await Promise.all([resolveHeadlessShell(), resolveChromium(), buildWeb()]);
  project.provide('headlessShellPath', headlessShellPath);
  project.provide('chromiumPath', chromiumPath);
}
