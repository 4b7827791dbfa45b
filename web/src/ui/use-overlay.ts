import { useRef, useState } from 'react';
import { fetchPart, retryParts } from './fetch-part.ts';
import { notify } from './notify.ts';

/**
 * Loads the chunk of an overlay when it is first opened. Reports a failed load, and retries when opened again.
 * @param load must be stable
 * @returns the module once loaded, and a function that requests it
 */
export function useOverlay<Part extends object>(load: () => Promise<Part>): [part: Part | undefined, ask: () => void] {
  const [part, setPart] = useState<Part>();
  const isAsked = useRef(false);
  const ask = () => {
    if (isAsked.current) {
      if (!part) retryParts();
      return;
    }
    isAsked.current = true;
    fetchPart(load, tellMissing).then(setPart).catch(reportError);
  };
  return [part, ask];
}

function tellMissing(): void {
  const detail = navigator.onLine
    ? 'It will open once downloaded. Click again to retry now.'
    : 'It will open once you’re back online.';
  notify({ tone: 'error', title: 'This could not be loaded', detail });
}
