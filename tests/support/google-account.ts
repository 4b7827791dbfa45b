import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { createGoogle } from '#sandbox/google/google.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { createGooglePerson } from './google-person.ts';
import { controlOf, lineOf } from './vendor-control.ts';

/** Starts a sandboxed Google for this test file. */
export async function startGoogle() {
  const google = await startVendor(createGoogle);
  const { post, fault, clearFaults, recordRequests } = controlOf(google.url);
  return {
    url: google.url,
    close: async () => await google.close(),
    /** Creates the adapter under test. */
    provider: (options: { pageSize?: number } = {}) =>
      createGoogleCalendar({
        clientId: 'sandbox-client',
        clientSecret: 'sandbox-secret',
        baseUrl: google.url,
        ...options,
      }),
    fault,
    clearFaults,
    recordRequests,
    expireCursors: async () => await post('sync-tokens/expire'),
    /** Like `recordRequests`, with method and path only. */
    watchRequests: async () => {
      const requests = await recordRequests();
      return async () => (await requests()).map(lineOf);
    },
    /** Creates a user with an empty calendar. */
    person: async (email: string, name = 'Test Person') => await createGooglePerson(google.url, email, name),
  };
}

export type TestGoogle = Awaited<ReturnType<typeof startGoogle>>;
