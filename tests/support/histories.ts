import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

export const historiesFolder = resolve(import.meta.dirname, '../replay/histories');

/**
 * Stores a workflow's history for tests/replay, at a point where later code must be able to continue. Only with
 * CAPTURE_HISTORIES=1; commit the result (see tests/replay/README.md).
 * @param name `{workflow}-{phase}`
 */
export async function captureHistory(name: string, handle: Pick<WorkflowHandle, 'fetchHistory'>): Promise<void> {
  if (process.env['CAPTURE_HISTORIES'] !== '1') return;
  const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()));
  await mkdir(historiesFolder, { recursive: true });
  await writeFile(`${historiesFolder}/${name}.json`, `${JSON.stringify(withoutMachine(history), null, 1)}\n`);
}

/** Removes host names and paths of the capturing machine, which replay does not read. */
function withoutMachine(value: unknown, key = ''): unknown {
  if (key === 'stackTrace') return '';
  if (typeof value === 'string') return key === 'identity' || STICKY_QUEUE.test(value) ? 'captured' : value;
  if (Array.isArray(value)) return value.map((item) => withoutMachine(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutMachine(part, name)]));
}

/** Matches `{pid}@{host}`, with or without a suffix. */
const STICKY_QUEUE = /^\d+@/;
