import { randomInt } from 'node:crypto';
import { hashToken } from '#db/link-token.ts';

/** Leaves out characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 6;

/** Creates codes of 24 characters from an alphabet of 31: 118 random bits, enough for a fast hash (ASVS 6.5.2: 112). */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, createGroup).join('-'));
}

function createGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Hashes a code for storage and lookup. Ignores case, hyphens and spaces. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
