import { createHash } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyAnswer, PasskeyAttestation } from '#contract/factors.ts';
import type { PasskeyRow } from '#db/queries/passkeys.ts';
import type { ApiConfig } from './config.ts';
import type { ApiContext } from './context.ts';

/** Twice the prompt's timeout, to allow for a slow response. */
const CHALLENGE_SECONDS = 600;
/** COSE ids of EdDSA, ES256 and RS256, which cover today's authenticators. */
const ALGORITHMS = [-8, -7, -257];
/** Timeout of the browser's prompt: WebAuthn recommends 5 to 10 minutes. */
const PROMPT_MS = 300_000;

type Purpose = 'add' | 'use';

type Registration = { sessionKey: string; userId: string; email: string; known: readonly PasskeyRow[] };

/** Returns options to register an authenticator, bound to this browser session for ten minutes. */
export async function passkeyCreationOptions(
  { config, redis }: ApiContext,
  { sessionKey, userId, email, known }: Registration,
) {
  const rp = { id: rpId(config), name: 'Foreword' };
  const authenticatorSelection = { residentKey: 'preferred', userVerification: 'preferred' } as const;
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userName: email,
    userID: userHandle(rp.id, userId),
    // The library mutates its argument.
    authenticatorSelection: { ...authenticatorSelection },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await keepChallenge(redis, 'add', sessionKey, challenge);
  const excludeCredentials = known.map(descriptorOf);
  return {
    challenge,
    rp,
    user,
    pubKeyCredParams,
    timeout: PROMPT_MS,
    excludeCredentials,
    authenticatorSelection,
    attestation: 'none',
  } as const;
}

/** Returns options to use a registered authenticator. */
export async function passkeyRequestOptions(
  { config, redis }: ApiContext,
  { sessionKey, known }: { sessionKey: string; known: readonly PasskeyRow[] },
) {
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId(config) });
  await keepChallenge(redis, 'use', sessionKey, challenge);
  const allowCredentials = known.map(descriptorOf);
  return {
    challenge,
    rpId: rpId(config),
    timeout: PROMPT_MS,
    allowCredentials,
    userVerification: 'preferred',
  } as const;
}

/** Returns the new passkey; null if the response is invalid, was used before, or is for another session or site. */
export async function checkNewPasskey(
  { config, redis, logger }: ApiContext,
  sessionKey: string,
  response: PasskeyAttestation,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const expectedChallenge = await takeChallenge(redis, 'add', sessionKey);
  if (expectedChallenge === null) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: config.publicUrl,
      expectedRPID: rpId(config),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  } catch (error) {
    // The library throws on any mismatch, which is not our error.
    logger.info({ err: error }, 'a passkey was refused');
    return null;
  }
}

/**
 * Returns the authenticator's new counter, 0 if it keeps none; null as for `checkNewPasskey`, or if the counter did not
 * increase.
 */
export async function checkPasskey(
  { config, redis, logger }: ApiContext,
  { sessionKey, passkey, response }: { sessionKey: string; passkey: PasskeyRow; response: PasskeyAnswer },
): Promise<number | null> {
  const expectedChallenge = await takeChallenge(redis, 'use', sessionKey);
  if (expectedChallenge === null) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: config.publicUrl,
      expectedRPID: rpId(config),
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    logger.info({ err: error }, 'a passkey was refused');
    return null;
  }
}

const rpId = ({ publicUrl }: ApiConfig) => new URL(publicUrl).hostname;
/**
 * Always the same for a user, so that an authenticator replaces an older passkey of theirs instead of listing both. A
 * hash doesn't depend on a key that could change, and ids are too random to be guessed from it.
 */
const userHandle = (host: string, userId: string) =>
  new Uint8Array(createHash('sha256').update(`passkey:${host}:${userId}`).digest());
const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key',
  transports,
});
const challengeKey = (purpose: Purpose, sessionKey: string) => `passkey-challenge:${purpose}:${sessionKey}`;

async function keepChallenge(
  redis: ApiContext['redis'],
  purpose: Purpose,
  sessionKey: string,
  challenge: string,
): Promise<void> {
  await redis.set(challengeKey(purpose, sessionKey), challenge, {
    expiration: { type: 'EX', value: CHALLENGE_SECONDS },
  });
}

/** Returns and deletes the challenge: of two concurrent responses, one gets it. */
async function takeChallenge(redis: ApiContext['redis'], purpose: Purpose, sessionKey: string): Promise<string | null> {
  return await redis.getDel(challengeKey(purpose, sessionKey));
}
