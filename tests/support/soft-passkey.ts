import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer, PasskeyAttestation } from '#contract/factors.ts';

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

/** A browser's request to the authenticator: the options' challenge and the page's origin. */
type Asked = { challenge: string; origin: string };

/** Creates an authenticator with one passkey (ES256). The caller sets the counter of each response. */
export function createSoftPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // CBOR of the COSE key {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    attest({ counter, ...asked }: Asked & { counter: number }): PasskeyAttestation {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const data = Buffer.concat([authenticatorData(asked, counter, USER_PRESENT | HAS_CREDENTIAL), attested]);
      // CBOR of {fmt: 'none', attStmt: {}, authData: data}.
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data]).toString('base64url');
      const clientDataJSON = clientData('webauthn.create', asked).toString('base64url');
      return { ...credential, response: { clientDataJSON, attestationObject } };
    },

    assert({ counter, ...asked }: Asked & { counter: number }): PasskeyAnswer {
      const data = authenticatorData(asked, counter, USER_PRESENT);
      const client = clientData('webauthn.get', asked);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

function authenticatorData({ origin }: Asked, counter: number, flags: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(new URL(origin).hostname), rest]);
}

const clientData = (type: string, { challenge, origin }: Asked) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
