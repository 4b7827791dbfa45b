import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { LoggableError } from '#telemetry/loggable-error.ts';

/**
 * Encrypts small secrets at rest. `owner` (for example `{userId}:{provider}`) is bound to the ciphertext: an envelope
 * moved to another row cannot be decrypted.
 */
export type Encryption = {
  encrypt: (plaintext: string, owner: string) => string;
  /** Throws if the key is unknown or the envelope was altered or belongs to another owner. */
  decrypt: (envelope: string, owner: string) => string;
  /** Returns hashes to look up a value that must not be stored: `{keyId}.{HMAC-SHA256}`, one per key, newest first. */
  hashes: (text: string) => string[];
};

/** Shorter tags, which Node would accept, are easier to forge. */
const TAG_BYTES = 16;

/**
 * Creates encryption with AES-256-GCM envelopes: `v1.{keyId}.{nonce}.{tag}.{ciphertext}`, the last three base64url.
 *
 * @param keys `keyId:base64 of 32 bytes`, comma-separated. The first encrypts, all decrypt; to rotate, add a new key in
 *   front.
 */
export function createEncryption(keys: string): Encryption {
  const ring = parseKeys(keys);
  const [current] = ring;
  if (!current) throw new LoggableError('ENCRYPTION_KEYS contains no key');
  // Derived keys, so that the hashes reveal nothing about the keys that encrypt.
  const hashing = ring.map(({ id, key }) => ({ id, key: Buffer.from(hkdfSync('sha256', key, '', 'hash', 32)) }));

  return {
    encrypt(plaintext, owner) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(boundTo(owner));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
      return ['v1', current.id, ...parts].join('.');
    },
    decrypt(envelope, owner) {
      const [version, keyId, nonce, tag, ciphertext] = envelope.split('.');
      if (version !== 'v1' || !nonce || !tag || ciphertext === undefined)
        throw new LoggableError('not an encrypted envelope');
      const key = ring.find(({ id }) => id === keyId)?.key;
      if (!key) throw new LoggableError(`encryption key ${keyId} is not in ENCRYPTION_KEYS`);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(boundTo(owner))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64url')), decipher.final()]).toString('utf8');
    },
    hashes: (text) =>
      hashing.map(({ id, key }) => `${id}.${createHmac('sha256', key).update(text).digest('base64url')}`),
  };
}

/** Returns the id of the key that encrypts. */
export function keyIdOf(keys: string): string {
  const [current] = parseKeys(keys);
  if (!current) throw new LoggableError('ENCRYPTION_KEYS contains no key');
  return current.id;
}

/** Schema of the setting ENCRYPTION_KEYS. Rejects at startup what `createEncryption` cannot use. */
export const keyRing = z.string().refine(isKeyRing, 'must be keyId:base64 of 32 bytes, comma-separated');

function isKeyRing(text: string): boolean {
  try {
    createEncryption(text);
    return true;
  } catch {
    return false; // reported with the refinement's message
  }
}

/** Additional authenticated data: an envelope can be decrypted only for its owner. */
const boundTo = (owner: string) => Buffer.from(owner);

function parseKeys(text: string): { id: string; key: Buffer }[] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [id, encoded] = entry.trim().split(':');
      const key = Buffer.from(encoded ?? '', 'base64');
      if (!id || !/^[\w-]+$/.test(id) || key.length !== 32) {
        throw new LoggableError('ENCRYPTION_KEYS must be `keyId:base64 of 32 bytes`, comma-separated');
      }
      return { id, key };
    });
}
