import { queryOptions } from '@tanstack/react-query';
import type {
  addPasskey,
  addTotp,
  beginPasskey,
  confirmTotp,
  getFactors,
  getPasskeyOptions,
  giveFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '#contract/factors.ts';
import type { BodyOf } from '#contract/http.ts';
import { call, tell } from './client.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => call<typeof getFactors>({ method: 'get', path: '/users/factors' }),
});

/** Completes a sign-in that needs a second factor, or re-authenticates the current user. */
export function postFactor(body: BodyOf<typeof giveFactor>) {
  return call<typeof giveFactor>({ method: 'post', path: '/auth/factor', body });
}

export function postTotp(body: BodyOf<typeof addTotp>) {
  return call<typeof addTotp>({ method: 'post', path: '/users/factors/totp', body });
}

export function postTotpCode(body: BodyOf<typeof confirmTotp>) {
  return call<typeof confirmTotp>({ method: 'post', path: '/users/factors/totp/confirm', body });
}

export function deleteTotp() {
  return tell<typeof removeTotp>({ method: 'delete', path: '/users/factors/totp' });
}

export function postRecoveryCodes() {
  return call<typeof renewRecoveryCodes>({ method: 'post', path: '/users/factors/recovery-codes', body: {} });
}

/** Fetches the options for asking the browser for a registered passkey. */
export function postPasskeyOptions() {
  return call<typeof getPasskeyOptions>({ method: 'post', path: '/auth/factor/options', body: {} });
}

/** Fetches the options for creating a passkey. */
export function postNewPasskeyOptions(body: BodyOf<typeof beginPasskey>) {
  return call<typeof beginPasskey>({ method: 'post', path: '/users/factors/passkeys/options', body });
}

export function postPasskey(body: BodyOf<typeof addPasskey>) {
  return call<typeof addPasskey>({ method: 'post', path: '/users/factors/passkeys/verify', body });
}

export function deletePasskey(id: string) {
  return tell<typeof removePasskey>({ method: 'delete', path: '/users/factors/passkeys/:id', params: { id } });
}
