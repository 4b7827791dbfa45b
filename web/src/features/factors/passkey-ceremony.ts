import { postFactor, postNewPasskeyOptions, postPasskey, postPasskeyOptions } from '#web/api/factors.ts';

/** Gives a passkey as the second factor: the browser asks its user, or another device. */
export async function givePasskey() {
  const [{ options }, { startAuthentication }] = await Promise.all([
    postPasskeyOptions(),
    import('@simplewebauthn/browser'),
  ]);
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
  return await postFactor({ passkey: { id, rawId, type, clientExtensionResults: {}, response } });
}

/** Makes a passkey and adds it. */
export async function makePasskey({ name, currentPassword }: { name: string; currentPassword?: string }) {
  const { options } = await postNewPasskeyOptions(currentPassword === undefined ? {} : { currentPassword });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return await postPasskey({
    ...(name.trim() !== '' && { name }),
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports },
    },
  });
}

/** What is said of a ceremony that came to nothing in the browser: its own words are for developers. */
export function passkeyFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'InvalidStateError') return 'This passkey is already added.';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'The browser did not get a passkey. Please try again.';
  return error.name === 'ApiError' ? null : 'This browser cannot use passkeys here.';
}
