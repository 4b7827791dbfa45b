import { postFactor, postNewPasskeyOptions, postPasskey, postPasskeyOptions } from '#web/api/factors.ts';

/** Uses a passkey as the second factor. */
export async function givePasskey() {
  const [{ options }, { startAuthentication }] = await Promise.all([
    postPasskeyOptions(),
    import('@simplewebauthn/browser'),
  ]);
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
  return await postFactor({ passkey: { id, rawId, type, clientExtensionResults: {}, response } });
}

/** Creates and registers a passkey. */
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

/** A readable message for a passkey failure in the browser, or null for API errors. */
export function passkeyFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'InvalidStateError') return 'This passkey has already been added.';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'The passkey request was cancelled or timed out. Please try again.';
  return error.name === 'ApiError' ? null : 'Passkeys don’t work in this browser.';
}
