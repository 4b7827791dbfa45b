import { useEffect, useState } from 'react';
import { fetchPart } from './fetch-part.ts';

/**
 * A part of the screen that is fetched by itself.
 * @param load the same function each time
 * @returns the part once it is there, and whether it could not be had so far
 */
export function usePart<Part extends object>(load: () => Promise<Part>): [part: Part | undefined, isMissing: boolean] {
  const [part, setPart] = useState<Part>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    fetchPart(load, () => setMissing(true)).then(setPart, reportError);
  }, [load]);
  return [part, isMissing];
}
