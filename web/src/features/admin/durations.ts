type Choice = { value: string; label: string };

const none: Choice = { value: '', label: 'No expiration' };

/** Duration options for a single address; values are days, or empty for no expiration. */
export const singleDurations: readonly Choice[] = [
  none,
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days (6 months)' },
  { value: '365', label: '365 days (1 year)' },
];

/** Duration options for a bulk add, with the same kind of values. */
export const bulkDurations: readonly Choice[] = [
  none,
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
];

export type Terms = { reason: string; duration: string; contractReference: string };

/** The filled-in fields, as the API expects them. */
export function filledTerms({ reason, duration, contractReference }: Terms) {
  return {
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(duration !== '' && { duration: Number(duration) }),
    ...(contractReference.trim() !== '' && { contractReference: contractReference.trim() }),
  };
}
