import type { Request, RequestHandler } from 'express';
import { rawBody } from '#sandbox/control/body.ts';

/**
 * One request as received; `at` is real time. `status` is 0 until there is a response, and stays 0 if the connection
 * hung or was dropped.
 */
export type JournalEntry = {
  at: string;
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON or form; text for any other type; null without a body. */
  body: unknown;
  status: number;
};

export type Journal = {
  /** Mounted before the body parsers, so that requests with unparsable bodies are recorded too. */
  record: RequestHandler;
  /** Mounted after the body parsers, so that the body shows even while a request hangs. */
  recordBody: RequestHandler;
  /** Entries since `since` (all if absent), oldest first. */
  list(since?: Date): JournalEntry[];
  clear(): void;
};

const maxEntries = 5_000;

/** Keeps a vendor's last 5,000 requests in memory. */
export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  const open = new WeakMap<Request, JournalEntry>();

  return {
    record: (req, res, next) => {
      const entry: JournalEntry = {
        at: new Date().toISOString(),
        method: req.method,
        path: req.originalUrl,
        headers: req.headers,
        body: null,
        status: 0,
      };
      entries.push(entry);
      if (entries.length > maxEntries) entries = entries.slice(-maxEntries);
      open.set(req, entry);
      res.once('close', () => {
        if (entry.body === null) entry.body = describeBody(req);
        if (res.headersSent) entry.status = res.statusCode;
      });
      res.once('finish', () => {
        entry.status = res.statusCode;
      });
      next();
    },
    recordBody: (req, _res, next) => {
      const entry = open.get(req);
      if (entry) entry.body = describeBody(req);
      next();
    },
    list: (since) => (since ? entries.filter((entry) => new Date(entry.at) >= since) : [...entries]),
    clear: () => {
      entries = [];
    },
  };
}

function describeBody(req: Request): unknown {
  const raw = rawBody(req);
  if (raw.length === 0) return null;
  return Buffer.isBuffer(req.body) || req.body === undefined ? raw.toString('utf8') : req.body;
}
