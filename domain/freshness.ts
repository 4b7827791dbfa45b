const DAY_MS = 86_400_000;

/** Research older than this is repeated before its email is sent. */
const REPORT_FRESH_MS = 7 * DAY_MS;
/**
 * Time between the repeat's start and the email: longer than research takes, short enough to include the day's news.
 */
const REFRESH_LEAD_MS = 45 * 60_000;

/**
 * Returns when to repeat research for an email sent at `sendAt`; null if it stays fresh: at most a week old by then,
 * and not stale by the time of the repeat. Research that goes stale after that is still used.
 *
 * @param research.researchedAt Null: nothing to repeat.
 * @param research.researchFreshUntil When the first reused dossier with findings goes stale, or far in the past if the
 *   user's input has changed; null if neither applies.
 */
export function refreshAt(
  { researchedAt, researchFreshUntil }: { researchedAt: Date | null; researchFreshUntil: Date | null },
  sendAt: Date,
): Date | null {
  if (researchedAt === null) return null;
  const repeatAt = new Date(sendAt.getTime() - REFRESH_LEAD_MS);
  const isOld = sendAt.getTime() - researchedAt.getTime() > REPORT_FRESH_MS;
  const isStale = researchFreshUntil !== null && researchFreshUntil <= repeatAt;
  return isOld || isStale ? repeatAt : null;
}
