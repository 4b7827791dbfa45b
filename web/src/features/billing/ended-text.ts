const texts: Record<string, string> = {
  canceled: 'Your subscription is cancelled.',
  incomplete: 'Your first payment wasn’t completed.',
  incomplete_expired: 'Your first payment wasn’t completed.',
  unpaid: 'Your last invoice wasn’t paid.',
};

/** Explains why a subscription with this Stripe status doesn't grant access. */
export function endedText(status: string): string {
  return texts[status] ?? `Your subscription is ${status.replaceAll('_', ' ')}.`;
}
