import { createMicrosoftCalendar } from '#providers/calendar/microsoft.ts';
import { createMicrosoft } from '#sandbox/microsoft/microsoft.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { createMicrosoftPerson } from './microsoft-person.ts';
import { controlOf, lineOf } from './vendor-control.ts';

/** Starts a sandboxed Microsoft for this test file. */
export async function startMicrosoft() {
  const microsoft = await startVendor(createMicrosoft);
  const { post, fault, clearFaults, recordRequests } = controlOf(microsoft.url);
  return {
    url: microsoft.url,
    close: async () => await microsoft.close(),
    /** Creates the adapter under test. */
    provider: (options: { pageSize?: number } = {}) =>
      createMicrosoftCalendar({
        clientId: 'sandbox-client',
        clientSecret: 'sandbox-secret',
        baseUrl: microsoft.url,
        ...options,
      }),
    fault,
    clearFaults,
    recordRequests,
    /** Like `recordRequests`, with method and path only. */
    watchRequests: async () => {
      const requests = await recordRequests();
      return async () => (await requests()).map(lineOf);
    },
    expireCursors: async () => await post('delta-tokens/expire'),
    /** Creates a user with an empty calendar, except for addresses that the sandbox prefills at first consent. */
    person: async (email: string, options: { name?: string; timeZone?: string } = {}) =>
      await createMicrosoftPerson(microsoft.url, { email, name: 'Test Person', ...options }),
  };
}

export type TestMicrosoft = Awaited<ReturnType<typeof startMicrosoft>>;
