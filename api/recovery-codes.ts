import { randomInt } from 'node:crypto';
import { hashToken } from '#db/link-token.ts';

/** Nothing that is taken for something else when it is written down and read again. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 6;

/** 24 characters of 31: 118 random bits, so that a plain hash keeps them (ASVS 6.5.2: 112). */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, createGroup).join('-'));
}

function createGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Written with or without its hyphens, in either case. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
