import { queryOptions } from '@tanstack/react-query';
import type { getAddressChange, getVerificationLink, stopAddressChange, verifyEmail } from '#contract/auth.ts';
import { call } from './client.ts';

/** Whether this browser must ask before confirming, since mail scanners open links too. */
export function verificationLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['verification-link', token],
    queryFn: () =>
      call<typeof getVerificationLink>({ method: 'get', path: '/auth/verification-link', query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Confirms an address with the token from the mail. Safe to repeat. */
export function verificationQuery(token: string) {
  return queryOptions({
    queryKey: ['verification', token],
    queryFn: () => call<typeof verifyEmail>({ method: 'get', path: '/auth/verify', query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The account whose address change can be stopped with the link in the mail to the old address. */
export function addressChangeQuery(token: string) {
  return queryOptions({
    queryKey: ['address-change', token],
    queryFn: () =>
      call<typeof getAddressChange>({ method: 'get', path: '/auth/stop-address-change', query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function postStopAddressChange(token: string) {
  return call<typeof stopAddressChange>({ method: 'post', path: '/auth/stop-address-change', body: { token } });
}
