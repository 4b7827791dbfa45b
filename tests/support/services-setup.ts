import type { TestProject } from 'vitest/node';
import { createSupervisor } from '#scripts/processes/supervisor.ts';
import { stateFolders } from '#scripts/stack/state.ts';
import { startServices, type TestServices, testServicesSchema } from '#scripts/stack/test-services.ts';
import { createTestState, removeState } from '#scripts/stack/test-state.ts';

declare module 'vitest' {
  interface ProvidedContext {
    services: TestServices;
    /** The path of the browser that nearly all tests use. */
    headlessShellPath: string;
    chromiumPath: string;
  }
}

/**
 * Starts the services of a test run once, for all projects, and provides their addresses. A full `npm test` has
 * already started them for all its parts. A partial one only provides a state folder, which it deletes afterwards;
 * plain vitest runs create their own.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env['TEST_SERVICES'];
  if (running) {
    project.provide('services', testServicesSchema.parse(JSON.parse(running)));
    return undefined;
  }
  const given = process.env['TEST_STATE_DIR'];
  const folders = given ? stateFolders(given) : await createTestState();
  const supervisor = createSupervisor(folders, (line) => process.stderr.write(`${line}\n`));
  const stop = async () => {
    delete process.env['TEST_SERVICES'];
    await supervisor.stopAll();
    if (!given) await removeState(folders);
  };
  try {
    const services = await startServices(supervisor, folders);
    process.env['TEST_SERVICES'] = JSON.stringify(services);
    project.provide('services', services);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
