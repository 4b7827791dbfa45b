import { useRef, useState } from 'react';
import { fetchChunk, retryChunks } from './fetch-chunk.ts';
import { notify } from './notify.ts';

/**
 * Loads the chunk of an overlay when it is first opened. Reports a failed load, and retries when opened again.
 * @param load must be stable
 * @returns the module while the overlay is open and has loaded, and functions that open and close it
 */
export function useOverlay<Chunk extends object>(
  load: () => Promise<Chunk>,
): [shown: Chunk | false | undefined, open: () => void, close: () => void] {
  const [isOpen, setOpen] = useState(false);
  const [chunk, setChunk] = useState<Chunk>();
  const isAsked = useRef(false);
  const open = () => {
    setOpen(true);
    if (!isAsked.current) fetchChunk(load, notifyFailure).then(setChunk).catch(reportError);
    else if (!chunk) retryChunks();
    isAsked.current = true;
  };
  return [isOpen && chunk, open, () => setOpen(false)];
}

function notifyFailure(): void {
  const detail = navigator.onLine
    ? 'It will open once it has loaded. To retry now, open it again.'
    : 'It will open once you’re back online.';
  notify({ tone: 'error', title: 'The dialog could not be loaded', detail });
}
