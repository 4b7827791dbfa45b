import { queryOptions } from '@tanstack/react-query';
import type { getAddressChange, getVerificationLink, stopAddressChange, verifyEmail } from '#contract/auth.ts';
import { caller, callOrNull } from './client.ts';
import { linkQuery } from './link-query.ts';

/** The link's purpose, and whether this browser must ask before confirming, since mail scanners open links too. */
export const verificationLinkQuery = linkQuery<typeof getVerificationLink>('/auth/verification-link');

/** Confirms an address with the token from the email. Safe to repeat. */
export function verificationQuery(token: string) {
  return queryOptions({
    queryKey: ['verification', token],
    queryFn: () => callOrNull<typeof verifyEmail>({ method: 'get', path: '/auth/verify', query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The account whose address change can be stopped with the link in the email to the old address. */
export const addressChangeQuery = linkQuery<typeof getAddressChange>('/auth/stop-address-change');

export const postStopAddressChange = caller<typeof stopAddressChange>('post', '/auth/stop-address-change');
