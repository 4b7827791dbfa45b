import { randomInt } from 'node:crypto';
import { hashToken } from '#db/link-token.ts';

/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 6;

/** 24 of 31 characters: 118 random bits, enough for a plain hash (ASVS 6.5.2: 112). */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, createGroup).join('-'));
}

function createGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Accepts codes with or without hyphens, in either case. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
