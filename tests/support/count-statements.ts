import { Client } from 'pg';
import { vi } from 'vitest';

/** The dispatcher shares this process and looks for messages, in a transaction, whenever it likes. */
const MAYBE_DISPATCHER = /\boutbox\b|^\s*(?:start transaction|begin|commit|rollback)\b/i;
const ATTEMPTS = 5;

/**
 * The SQL statements that this process sends while `work` runs: one round trip to the database each. A run that the dispatcher may have come into is
 * repeated; work that has a transaction of its own is reported with it in the end.
 */
export async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  let statements: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    statements = await listenTo(work);
    if (!statements.some((text) => MAYBE_DISPATCHER.test(text))) break;
  }
  return statements;
}

/** How many they are, whoever sends them. */
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
