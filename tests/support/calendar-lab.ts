import { afterEach } from 'vitest';
import type { Provider } from '#contract/http.ts';
import { connectCalendar, takeOutbox } from './calendar-account.ts';
import { startCalendarVendor } from './calendar-person.ts';
import { forThisFile } from './for-this-file.ts';
import { createTestContext } from './worker.ts';

/**
 * Opens a sandboxed vendor for a test file, and a context that syncs with it. Faults are cleared after each test. Call
 * it at the top of the file.
 */
export async function openCalendarLab(provider: Provider, options?: { pageSize?: number }) {
  const vendor = await forThisFile(startCalendarVendor(provider, options));
  const { context, metrics } = await forThisFile(createTestContext({ calendars: { [provider]: vendor.calendar } }));
  afterEach(async () => await vendor.clearFaults());
  let count = 0;
  /** Connects the calendar of a new user, so that no test sees another's meetings. */
  async function connect() {
    count += 1;
    const person = await vendor.person(`person${count}@harborline.test`);
    const account = await connectCalendar(context, person, provider);
    await takeOutbox(context);
    return { person, account };
  }
  return { vendor, context, metrics, connect };
}
