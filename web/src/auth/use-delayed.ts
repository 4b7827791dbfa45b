import { useEffect, useRef } from 'react';

/**
 * Runs `action` once, when the delay has passed.
 * @param delayMs milliseconds, counted from when it is set; null while nothing is scheduled
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
