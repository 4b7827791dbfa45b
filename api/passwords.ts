import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { LoggableError } from '#telemetry/loggable-error.ts';
import { createTurns } from './turns.ts';

const derive = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. Stored with each hash, so that it can be raised. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;

/**
 * Each hash occupies a core and one of libuv's four threads, which file reads also need. Two at a time, or one on small
 * machines, leave room for everything else during many sign-ins.
 */
const MAX_PARALLEL = Math.max(1, Math.min(2, availableParallelism() - 1));
/** A few seconds' worth: anyone waiting longer has given up. */
const MOST_WAITING = 200;
const inTurn = createTurns(MAX_PARALLEL, MOST_WAITING);
/** A separate line, so that a flood of sign-ups does not delay sign-ins. */
const inSignUpTurn = createTurns(1, 50);

/**
 * Like `hashPassword`, for sign-ups. Anyone can send any number of them, each with an email and a row, so they take up
 * at most a fifth of the time: about ten a second, however many arrive.
 */
export async function hashSignUpPassword(password: string): Promise<string> {
  return await inSignUpTurn(() => hashNow(password), { restMs: (tookMs) => 4 * tookMs });
}

/**
 * Hashes a password in the format of `users.password_hash`: `$argon2id$v=19$m=..,t=..,p=..${salt}${hash}`, base64
 * without padding.
 */
export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hashNow(password));
}

async function hashNow(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await deriveTag(password, salt, COST, TAG_BYTES);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(tag)}`;
}

/**
 * Verifies a password. Takes just as long without a hash (unknown address, or no password), so that timing does not
 * reveal accounts.
 */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  const { salt, tag, cost } = storedHash === null ? DUMMY : parseHash(storedHash);
  const actual = await inTurn(() => deriveTag(password, salt, cost, tag.length));
  return timingSafeEqual(actual, tag) && storedHash !== null;
}

type Cost = { memory: number; passes: number; parallelism: number };
type ParsedHash = { salt: Buffer; tag: Buffer; cost: Cost };

const DUMMY: ParsedHash = { salt: randomBytes(16), tag: randomBytes(TAG_BYTES), cost: COST };

function parseHash(text: string): ParsedHash {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text);
  if (!match) throw new LoggableError('users.password_hash is not an argon2id hash');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}

async function deriveTag(password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // Systems encode the same characters differently (NIST SP 800-63B: normalize first).
  const message = password.normalize('NFKC');
  return await derive('argon2id', { message, nonce: salt, tagLength, ...cost });
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
