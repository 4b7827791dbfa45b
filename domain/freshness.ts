const DAY_MS = 86_400_000;

/** What was found for a meeting is looked for again before it is mailed, when it is older than this by then. */
const REPORT_FRESH_MS = 7 * DAY_MS;
/** How long before the mail leaves that is begun: longer than research takes, short enough for the news of the day. */
const REFRESH_LEAD_MS = 45 * 60_000;

/** When research of that age is to be repeated for a mail that leaves at `sendAt`; null when it is fresh enough. */
export function refreshAt(researchedAt: Date | null, sendAt: Date): Date | null {
  if (researchedAt === null || sendAt.getTime() - researchedAt.getTime() <= REPORT_FRESH_MS) return null;
  return new Date(sendAt.getTime() - REFRESH_LEAD_MS);
}
