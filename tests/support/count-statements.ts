import { Client } from 'pg';
import { vi } from 'vitest';

/** The dispatcher shares this process and may poll the outbox, in a transaction, at any time. */
const MAYBE_DISPATCHER = /\boutbox\b|^\s*(?:start transaction|begin|commit|rollback)\b/i;
const ATTEMPTS = 100;

/**
 * Returns the SQL statements of this process while `work` runs, one database round trip each. Repeats runs in which
 * the dispatcher may have interfered; the last attempt counts.
 */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  let statements: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    statements = await listenTo(work);
    if (!statements.some((text) => MAYBE_DISPATCHER.test(text))) break;
  }
  return statements;
}

/** Counts the SQL statements of this process while `work` runs, including the dispatcher's. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  return (await listenTo(work)).length;
}

async function listenTo(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([first]) => textOf(first));
  } finally {
    query.mockRestore();
  }
}

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
}
