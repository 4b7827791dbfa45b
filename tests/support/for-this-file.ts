import { afterAll } from 'vitest';

/**
 * Opens something for a test file and closes it after the file's tests, last opened first. Call it at the top of the
 * file.
 */
export async function forThisFile<T extends { close: () => Promise<unknown> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(async () => {
    await opened.close();
  });
  return opened;
}
