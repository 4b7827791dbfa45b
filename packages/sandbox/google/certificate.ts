import { createHash, type KeyObject, sign } from 'node:crypto';

const oids = { sha256WithRsa: '2a864886f70d01010b', commonName: '550403' };

/**
 * Returns a self-signed X.509 v3 certificate in PEM for an RSA key pair, as served by `/oauth2/v1/certs`. Valid from
 * 2020 to 2049; id_token verifiers read only the public key.
 */
export function selfSignedCertificate(publicKey: KeyObject, privateKey: KeyObject, commonName: string): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(tagged(0x06, Buffer.from(oids.sha256WithRsa, 'hex')), tagged(0x05, Buffer.alloc(0)));
  const name = sequence(
    tagged(0x31, sequence(tagged(0x06, Buffer.from(oids.commonName, 'hex')), tagged(0x0c, Buffer.from(commonName)))),
  );
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8);
  serial[0] = 0x01;
  const version3 = tagged(0xa0, tagged(0x02, Buffer.from([2])));
  const body = sequence(version3, tagged(0x02, serial), algorithm, name, validity, name, spki);
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function utcTime(text: string): Buffer {
  return tagged(0x17, Buffer.from(text, 'ascii'));
}

/** Encodes one DER element: tag, length in short or long form, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content]);
}
