const DAY_MS = 86_400_000;

/** What was found for a meeting is looked for again before it is mailed, when it is older than this by then. */
const REPORT_FRESH_MS = 7 * DAY_MS;
/** How long before the mail leaves that is begun: longer than research takes, short enough for the news of the day. */
const REFRESH_LEAD_MS = 45 * 60_000;

/**
 * When research is to be repeated for a mail that leaves at `sendAt`; null when it is fresh enough: not older than a week by then, and resting on
 * nothing that has gone stale when it would be repeated. What goes stale in the minutes after that would only be believed again.
 *
 * @param research.researchedAt Null: there is none to be repeated.
 * @param research.researchFreshUntil When the first of the dossiers goes stale that it took over; null where it took over none.
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
