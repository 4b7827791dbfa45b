import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Store } from '#sandbox/control/store.ts';

/** A token is valid once, for 300 s of real time. */
export const tokenLifetimeMs = 300_000;

const issuedToken = z.object({
  token: z.string(),
  hostname: z.string(),
  action: z.string().optional(),
  cdata: z.string().optional(),
  interactive: z.boolean(),
  issuedAtMs: z.number(),
  spent: z.boolean(),
  /** The idempotency key it was used with: a repeated request gets the same response. */
  spentUnder: z.string().optional(),
});

const bookState = z.object({ tokens: z.array(issuedToken) });

export type IssuedToken = z.infer<typeof issuedToken>;

export type TokenBook = {
  issue(token: Pick<IssuedToken, 'hostname' | 'action' | 'cdata' | 'interactive'>): string;
  /** Consumes a token and returns it, or the reason it is invalid. */
  spend(token: string, idempotencyKey: string | undefined): IssuedToken | 'unknown' | 'spent' | 'expired';
  clear(): void;
};

export function createTokenBook(store: Store): TokenBook {
  let { tokens } = store.load(bookState) ?? { tokens: [] };
  const save = (): void => store.save({ tokens });

  return {
    issue: (issued) => {
      const token = `0.${randomBytes(160).toString('base64url')}`;
      tokens = tokens.filter(({ issuedAtMs }) => issuedAtMs > Date.now() - 10 * tokenLifetimeMs);
      tokens.push({ ...issued, token, issuedAtMs: Date.now(), spent: false });
      save();
      return token;
    },
    spend: (text, idempotencyKey) => {
      const token = tokens.find((issued) => issued.token === text);
      if (!token) return 'unknown';
      if (token.spent) return idempotencyKey !== undefined && token.spentUnder === idempotencyKey ? token : 'spent';
      if (token.issuedAtMs + tokenLifetimeMs <= Date.now()) return 'expired';
      token.spent = true;
      if (idempotencyKey !== undefined) token.spentUnder = idempotencyKey;
      save();
      return token;
    },
    clear: () => {
      tokens = [];
      save();
    },
  };
}
