import { useEffect, useRef } from 'react';

/**
 * Runs `action` once, `delayMs` after the delay is set.
 * @param delayMs null while nothing is scheduled
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
