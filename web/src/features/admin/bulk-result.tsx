import type { bulkAddToWhitelist } from '#contract/admin-whitelist.ts';
import type { DataOf } from '#contract/http.ts';

/** The result of a bulk add, with each failed address. */
export function BulkResult({ summary, failed }: DataOf<typeof bulkAddToWhitelist>) {
  const { addedCount, skippedCount } = summary;
  return (
    <section aria-live="polite" aria-label="Result" className="rounded-md border border-line bg-sunken p-3 text-ink2">
      <p className="tabular-nums">
        <span className="font-medium text-ink">{addedCount} added</span>
        {skippedCount > 0 && <span>, {skippedCount} already whitelisted</span>}
        {failed.length > 0 && <span>, {failed.length} failed</span>}
      </p>
      {failed.length > 0 && (
        <ul className="mt-2 flex max-h-40 flex-col gap-1 overflow-y-auto text-sm">
          {failed.map(({ email, error }) => (
            <li key={email} className="wrap-anywhere">
              <span className="font-medium text-ink">{email}</span>: <span className="text-danger">{error}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
