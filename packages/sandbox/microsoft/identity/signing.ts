import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { selfSignedCertificate } from '#sandbox/google/certificate.ts';

export type Signer = {
  /** Returns an id_token that is valid for an hour of real time. */
  sign(claims: JWTPayload, issuer: string): Promise<string>;
  /** The JWKS of /discovery/v2.0/keys. */
  keys(): Promise<{ keys: unknown[] }>;
};

/** Returns the issuer of a tenant's tokens, regardless of the sandbox's own host. */
export function issuerOf(tenant: string): string {
  return `https://login.microsoftonline.com/${tenant}/v2.0`;
}

/** Signs RS256 id_tokens with one key (PKCS#8 PEM). Signature times are real time, not the sandbox's clock. */
export function createSigner(privateKeyPem: string): Signer {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const kid = createHash('sha1').update(spki).digest('base64url');
  const certificate = selfSignedCertificate(publicKey, privateKey, 'accounts.accesscontrol.sandbox.test');
  const x5c = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');

  return {
    sign: (claims, issuer) => {
      const nowS = Math.floor(Date.now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid })
        .setIssuer(issuer)
        .setIssuedAt(nowS)
        .setNotBefore(nowS)
        .setExpirationTime(nowS + 3600)
        .sign(privateKey);
    },
    keys: async () => ({
      keys: [
        { ...(await exportJWK(publicKey)), use: 'sig', kid, x5t: kid, x5c: [x5c], issuer: issuerOf('{tenantid}') },
      ],
    }),
  };
}
