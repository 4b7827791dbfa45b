import type { Provider } from '#contract/http.ts';
import { startCalendarVendor } from './calendar-person.ts';
import { forThisFile } from './for-this-file.ts';
import { createTestContext } from './worker.ts';

/** Opens a sandboxed vendor for a test file, and a context that syncs with it. Call it at the top of the file. */
export async function openCalendarLab(provider: Provider, options?: { pageSize?: number }) {
  const vendor = await forThisFile(startCalendarVendor(provider, options));
  const { context, metrics } = await forThisFile(createTestContext({ calendars: { [provider]: vendor.calendar } }));
  return { vendor, context, metrics };
}
