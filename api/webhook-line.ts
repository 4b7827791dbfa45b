import type { Request, Response } from 'express';
import { badRequest, busy } from './errors.ts';
import { addressKey } from './middleware/rate-limit.ts';
import { createProofTurns } from './turns.ts';

/**
 * Maximum number of calls in progress, and bytes of their bodies, for senders who have sent a valid call before and for
 * all others. In a flood, the others are mostly fake; at most 100 a second are checked, so the last of 50 waits at
 * least half a second. Vendors resend calls that get a 503.
 */
const MOST = { known: { calls: 500, bytes: 32 * 2 ** 20 }, others: { calls: 50, bytes: 16 * 2 ** 20 } };
/** A call's body must arrive within this time, so that slow senders do not hold all places. */
const BODY_MS = 5000;
/** Number of senders to remember. The one whose last valid call is oldest is forgotten first. */
const MOST_SENDERS = 10_000;

type Call = {
  /** Runs the check when the call's turn comes and returns its proof; null if the call is invalid. */
  prove: <T extends object>(check: () => Promise<T | null>) => Promise<T | null>;
};

/**
 * Creates the line in front of a webhook that anyone can post to, without a rate limit. Calls are checked one at a time
 * (createProofTurns); those from senders who have sent a valid one before come first, so that a flood does not hold
 * them up. Calls from disconnected clients are dropped.
 *
 * @param mostBytes The size of the largest body that is read; 0 if none is.
 * @returns a function that takes a place in the line, to be called before the body is read; it throws a 503 if the line
 *   is full
 */
export function createWebhookLine(mostBytes: number): (request: Request, response: Response) => Call {
  const inTurn = createProofTurns();
  const known = new Set<string>();
  const taken = { known: { calls: 0, bytes: 0 }, others: { calls: 0, bytes: 0 } };
  return (request, response) => {
    const sender = addressKey(request);
    const isKnown = known.has(sender);
    const [most, places] = isKnown ? [MOST.known, taken.known] : [MOST.others, taken.others];
    const bytes = bodyBytes(request, mostBytes);
    if (places.calls >= most.calls || places.bytes + bytes > most.bytes) throw busy();
    places.calls += 1;
    places.bytes += bytes;

    const departure = new AbortController();
    const timer = setTimeout(() => request.complete || request.destroy(), BODY_MS);
    response.once('close', () => {
      clearTimeout(timer);
      places.calls -= 1;
      places.bytes -= bytes;
      departure.abort(badRequest('The request was cut off.'));
    });
    return {
      prove: async (check) => {
        const proof = await inTurn(check, { isFirst: isKnown, signal: departure.signal });
        if (proof) remember(known, sender);
        return proof;
      },
    };
  };
}

/** Returns how many bytes the body may take up: the maximum if its length is unknown. Compressed ones are refused. */
function bodyBytes(request: Request, most: number): number {
  const isUnknown = request.get('transfer-encoding') !== undefined;
  const length = isUnknown ? most : Number(request.get('content-length') ?? 0);
  // Longer bodies are refused unread.
  return Math.min(length, most);
}

function remember(senders: Set<string>, sender: string): void {
  senders.delete(sender);
  senders.add(sender);
  const [oldest] = senders;
  if (senders.size > MOST_SENDERS && oldest !== undefined) senders.delete(oldest);
}
