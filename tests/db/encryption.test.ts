import { describe, expect, test } from 'vitest';
import { createEncryption } from '#db/encryption.ts';

const OLD = `old:${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `new:${Buffer.alloc(32, 2).toString('base64')}`;
const OWNER = '0199a000-0000-7000-8000-000000000001:google';

describe('encryption at rest', () => {
  test('decrypts what it encrypted and gives equal values different envelopes', () => {
    const encryption = createEncryption(NEW);
    const first = encryption.encrypt('1//refresh-token', OWNER);
    const second = encryption.encrypt('1//refresh-token', OWNER);
    expect(first).not.toBe(second);
    expect(first).not.toContain('refresh');
    expect(encryption.decrypt(first, OWNER)).toBe('1//refresh-token');
    expect(encryption.decrypt(second, OWNER)).toBe('1//refresh-token');
  });

  test('attack 29: refuses an envelope moved to another owner', () => {
    const encryption = createEncryption(NEW);
    const envelope = encryption.encrypt('secret', OWNER);
    expect(() => encryption.decrypt(envelope, OWNER.replace('google', 'microsoft'))).toThrow(
      'unable to authenticate data',
    );
  });

  test('attack 29: refuses an envelope with any part altered', () => {
    const encryption = createEncryption(NEW);
    const parts = encryption.encrypt('secret', OWNER).split('.');
    for (const index of parts.keys()) {
      const altered = parts.map((part, at) =>
        at === index ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part,
      );
      expect(() => encryption.decrypt(altered.join('.'), OWNER), `part ${index}`).toThrow(
        /envelope|key|authenticate|tag|nonce|state/i,
      );
    }
  });

  test('decrypts with older keys and encrypts with the first', () => {
    const envelope = createEncryption(OLD).encrypt('secret', OWNER);
    const rotated = createEncryption(`${NEW},${OLD}`);
    expect(rotated.decrypt(envelope, OWNER)).toBe('secret');
    expect(rotated.encrypt('secret', OWNER)).toMatch(/^v1\.new\./);
    expect(() => createEncryption(NEW).decrypt(envelope, OWNER)).toThrow(
      'encryption key old is not in ENCRYPTION_KEYS',
    );
  });

  test('reports the setting’s name for a missing or short key', () => {
    expect(() => createEncryption('')).toThrow('ENCRYPTION_KEYS');
    expect(() => createEncryption(`short:${Buffer.alloc(16).toString('base64')}`)).toThrow('ENCRYPTION_KEYS');
  });
});
