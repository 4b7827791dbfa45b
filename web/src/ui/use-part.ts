import { useEffect, useState } from 'react';
import { fetchPart } from './fetch-part.ts';

/**
 * Loads a lazy chunk of the screen.
 * @param load must be stable
 * @returns the module once loaded, and whether loading has failed so far
 */
export function usePart<Part extends object>(load: () => Promise<Part>): [part: Part | undefined, isMissing: boolean] {
  const [part, setPart] = useState<Part>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    fetchPart(load, () => setMissing(true)).then(setPart, reportError);
  }, [load]);
  return [part, isMissing];
}
