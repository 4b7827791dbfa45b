import { useEffect, useRef } from 'react';

/**
 * Runs `action` once, `delayMs` after the screen has come to the state that asks for it.
 * @param delayMs null while nothing is to happen
 */
export function useDelayed(delayMs: number | null, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (delayMs === null) return undefined;
    const timer = setTimeout(() => latest.current(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
}
