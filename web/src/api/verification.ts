import { queryOptions } from '@tanstack/react-query';
import type { getAddressChange, getVerificationLink, stopAddressChange, verifyEmail } from '#contract/auth.ts';
import { call, tell } from './client.ts';

/** Whether this browser asks before it confirms: nothing tells a scanner that opens the links of a mail from its reader. */
export function verificationLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['verification-link', token],
    queryFn: () =>
      call<typeof getVerificationLink>({ method: 'get', path: '/auth/verification-link', query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Confirms an address with the token of the mail; repeating it is harmless. */
export function verificationQuery(token: string) {
  return queryOptions({
    queryKey: ['verification', token],
    // Something to keep: a query without data counts as failed.
    queryFn: async () =>
      (await tell<typeof verifyEmail>({ method: 'get', path: '/auth/verify', query: { token } })) ?? '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The link of the mail to the old address: whose change it would stop. */
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
