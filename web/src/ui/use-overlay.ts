import { useRef, useState } from 'react';
import { fetchPart, retryParts } from './fetch-part.ts';
import { notify } from './notify.ts';

/**
 * What somebody may ask to be opened, fetched when they first do. While it cannot be had they are told, and each time they ask it is tried at once.
 * @param load the same function each time
 * @returns the part once it is there, and what asks for it
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
