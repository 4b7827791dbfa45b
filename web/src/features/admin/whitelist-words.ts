import type { WhitelistEntry } from '#contract/admin-whitelist.ts';
import type { Tone } from '#web/ui/tone.ts';

const DAY_MS = 86_400_000;
const HIGHLIGHT_DAYS = 7;

/** Days remaining, rounded up and highlighted at 7 or fewer; `Expired`; or `No expiration`. */
export function expiry(expiresAt: string | null, nowMs: number): { text: string; tone: Tone } {
  if (expiresAt === null) return { text: 'No expiration', tone: 'neutral' };
  const days = Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS);
  if (days <= 0) return { text: 'Expired', tone: 'danger' };
  const text = days === 1 ? '1 day remaining' : `${days} days remaining`;
  return { text, tone: days <= HIGHLIGHT_DAYS ? 'warning' : 'neutral' };
}

/** The full name if both names exist, else the email, else `Unknown User`. */
export function addedByText(user: WhitelistEntry['addedByUser']): string {
  if (user?.firstName && user.lastName) return `${user.firstName} ${user.lastName}`;
  return user?.email || 'Unknown User';
}
