import { useRef, useState } from 'react';
import { fetchChunk, retryChunks } from './fetch-chunk.ts';
import { notify } from './notify.ts';

/**
 * Loads the chunk of an overlay when it is first opened. Reports a failed load, and retries when opened again.
 * @param load must be stable
 * @returns the module once loaded, and a function that requests it
 */
export function useOverlay<Chunk extends object>(
  load: () => Promise<Chunk>,
): [chunk: Chunk | undefined, ask: () => void] {
  const [chunk, setChunk] = useState<Chunk>();
  const isAsked = useRef(false);
  const ask = () => {
    if (isAsked.current) {
      if (!chunk) retryChunks();
      return;
    }
    isAsked.current = true;
    fetchChunk(load, notifyFailure).then(setChunk).catch(reportError);
  };
  return [chunk, ask];
}

function notifyFailure(): void {
  const detail = navigator.onLine
    ? 'It will open once downloaded. Click again to retry now.'
    : 'It will open once you’re back online.';
  notify({ tone: 'error', title: 'The dialog could not be loaded', detail });
}
