import type { TestProject } from 'vitest/node';
import { resolveHeadlessShell } from '#scripts/chromium.ts';

/** Provides a browser to tests that need nothing else. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('headlessShellPath', await resolveHeadlessShell());
}
