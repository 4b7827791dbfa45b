import type { TestProject } from 'vitest/node';
import { resolveChromium } from '#scripts/chromium.ts';
import { buildWeb } from '#scripts/stack/web-build.ts';

/** What the browser tests need beyond the services: the built pages and a browser. */
export default async function setup(project: TestProject): Promise<void> {
  const [chromiumPath] = await Promise.all([resolveChromium(), buildWeb()]);
  project.provide('chromiumPath', chromiumPath);
}
