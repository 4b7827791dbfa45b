import type { TestProject } from 'vitest/node';
import { resolveHeadlessShell } from '#scripts/chromium.ts';

/** A browser, for tests that need nothing else of the product. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('headlessShellPath', await resolveHeadlessShell());
}
