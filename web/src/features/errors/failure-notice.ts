import { ApiError, type FailureDetails } from '#web/api/api-error.ts';
import { readerWriting } from '#web/features/time/reader-writing.ts';
import { rateLimitText } from './duration-text.ts';

/** The notice shown to users for a failed call: specification section 8, "User-facing handling". */
export type FailureNotice = {
  title: string;
  detail?: string;
  link?: { label: string; to: '/settings/subscription' };
  durationMs?: number;
};

/**
 * Describes a failed call.
 * @param fallback the title unless the error's type has its own, for example `Failed to load meetings`
 */
export function failureNotice(error: unknown, fallback: string): FailureNotice {
  if (!(error instanceof ApiError)) return { title: fallback };
  const { details } = error;
  switch (error.type) {
    case 'RATE_LIMIT':
      return {
        title: rateLimitText(details.retryAfter),
        ...(details.limit !== undefined && {
          detail: `${details.remaining ?? 0} of ${details.limit} requests remaining`,
        }),
        durationMs: 5000,
      };
    case 'QUOTA_EXCEEDED':
      return {
        title: quotaText(details),
        ...(details.resetDate === undefined && { detail: 'Upgrade your plan for more research.' }),
        link: { label: 'Upgrade your plan', to: '/settings/subscription' },
        durationMs: 6000,
      };
    case 'INSUFFICIENT_SUBSCRIPTION':
      return {
        title:
          details.requiredPlan === undefined
            ? error.message
            : `This feature requires the ${details.requiredPlan} plan. You are currently on the ${details.currentPlan ?? 'free'} plan.`,
        link: { label: 'View subscription plans', to: '/settings/subscription' },
        durationMs: 6000,
      };
    case 'INVALID_TARGET':
      return {
        title: error.explanation,
        detail: details.reason ?? error.message,
        durationMs: 5000,
      };
    default:
      return { title: fallback, detail: error.explanation };
  }
}

/** Returns the cause of a failure and when to retry, if known; shown under a heading that states what failed. */
export function failureDetail(error: unknown): string | undefined {
  const { title, detail } = failureNotice(error, '');
  return [title, detail].filter(Boolean).join(' ') || undefined;
}

function quotaText({ used, quota, resetDate }: FailureDetails): string {
  const amounts = used === undefined || quota === undefined ? '' : ` (${used}/${quota} used)`;
  const reset = resetDate === undefined ? '' : ` Resets on ${dateText(resetDate)}.`;
  return `Monthly research quota exceeded${amounts}.${reset}`;
}

/** Writes a date in the reader's locale. @param iso a date or date-time; anything else is returned unchanged */
function dateText(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return new Intl.DateTimeFormat(readerWriting().locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(
    date,
  );
}
