import { useEffect, useState } from 'react';
import { fetchChunk } from './fetch-chunk.ts';

/**
 * Loads a lazy chunk of the screen.
 * @param load must be stable
 * @returns the module once loaded, and whether an attempt to load it has failed
 */
export function useChunk<Chunk extends object>(
  load: () => Promise<Chunk>,
): [chunk: Chunk | undefined, hasFailed: boolean] {
  const [chunk, setChunk] = useState<Chunk>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    fetchChunk(load, () => setFailed(true)).then(setChunk, reportError);
  }, [load]);
  return [chunk, hasFailed];
}
