import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';

/** One JSON document. `save` returns after writing, so an acknowledged change survives kill -9. */
export type Store = {
  /**
   * The last saved document; undefined if there is none. Throws an error naming the file if it does not match `schema`.
   */
  load<T>(schema: z.ZodType<T>): T | undefined;
  save(document: unknown): void;
};

/** Saves nothing, for vendors that are never restarted: saving every change took up to half of a test's time. */
export const noStore: Store = { load: () => undefined, save: () => undefined };

/** Creates a store that lives as long as its process. It keeps text, so loads are copies. */
export function createMemoryStore(): Store {
  let text: string | undefined;
  return {
    load: (schema) => (text === undefined ? undefined : schema.parse(JSON.parse(text))),
    save: (document) => {
      text = JSON.stringify(document);
    },
  };
}

/** Creates a store in `<folder>/<name>.json`, replaced atomically (temporary file, fsync, rename). */
export function createFileStore(folder: string, name: string): Store {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);

  return {
    load: (schema) => {
      const text = readIfPresent(path);
      if (text === undefined) return undefined;
      try {
        return schema.parse(JSON.parse(text));
      } catch (cause) {
        throw new Error(`The sandbox state in ${path} cannot be read; delete it (npm run reset) and start again.`, {
          cause,
        });
      }
    },
    save: (document) => {
      const fresh = `${path}.new`;
      const file = openSync(fresh, 'w', 0o600);
      try {
        writeSync(file, JSON.stringify(document));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(fresh, path);
    },
  };
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
