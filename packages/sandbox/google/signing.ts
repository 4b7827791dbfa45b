import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { selfSignedCertificate } from '#sandbox/google/certificate.ts';

export const issuer = 'https://accounts.google.com';

export type Signer = {
  sign(claims: JWTPayload, lifetimeS: number): Promise<string>;
  /** Returns the claims of an id_token issued by this signer; throws if it is forged or expired. */
  verify(token: string): Promise<JWTPayload>;
  /** `{kid: PEM certificate}`, the format of /oauth2/v1/certs. */
  certificates(): Record<string, string>;
  /** The JWKS of /oauth2/v3/certs. */
  keys(): Promise<{ keys: unknown[] }>;
};

const signingKeys = new Map<string, string>();

/**
 * Returns a vendor's RSA private key (PKCS#8 PEM), kept in the state so that tokens survive restarts. There is one per
 * vendor and process: generating it is the slowest part of a start, and tests start a vendor hundreds of times.
 */
export function signingKeyOf(vendor: 'google' | 'microsoft' | 'ses'): string {
  let key = signingKeys.get(vendor);
  if (key === undefined) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    signingKeys.set(vendor, key);
  }
  return key;
}

/** Signs and verifies RS256 id_tokens with one key. Signature times are real time, not the sandbox's clock. */
export function createSigner(privateKeyPem: string): Signer {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const kid = keyId(publicKey);
  const certificate = selfSignedCertificate(publicKey, privateKey, 'federated-signon.sandbox.test');

  return {
    sign: (claims, lifetimeS) => {
      const nowS = Math.floor(Date.now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + lifetimeS)
        .sign(privateKey);
    },
    verify: async (token) => (await jwtVerify(token, publicKey, { issuer, algorithms: ['RS256'] })).payload,
    certificates: () => ({ [kid]: certificate }),
    keys: async () => ({ keys: [{ ...(await exportJWK(publicKey)), use: 'sig', alg: 'RS256', kid }] }),
  };
}

/** Returns the `at_hash` claim of OpenID Connect: the left half of the access token's SHA-256. */
export function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
}

function keyId(publicKey: KeyObject): string {
  return createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
