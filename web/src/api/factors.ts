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
import { caller, messageCaller, read } from './client.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => read<typeof getFactors>('/users/factors'),
});

/** Completes a sign-in that needs a second factor, or re-authenticates the current user. */
export const postFactor = caller<typeof giveFactor>('post', '/auth/factor');
export const postTotp = caller<typeof addTotp>('post', '/users/factors/totp');
export const postTotpCode = caller<typeof confirmTotp>('post', '/users/factors/totp/confirm');
export const deleteTotp = messageCaller<typeof removeTotp>('delete', '/users/factors/totp');
export const postRecoveryCodes = caller<typeof renewRecoveryCodes>('post', '/users/factors/recovery-codes');

/** Fetches the options for asking the browser for a registered passkey. */
export const postPasskeyOptions = caller<typeof getPasskeyOptions>('post', '/auth/factor/options');

/** Fetches the options for creating a passkey. */
export const postNewPasskeyOptions = caller<typeof beginPasskey>('post', '/users/factors/passkeys/options');
export const postPasskey = caller<typeof addPasskey>('post', '/users/factors/passkeys/verify');
export const deletePasskey = messageCaller<typeof removePasskey>('delete', '/users/factors/passkeys/:id');
