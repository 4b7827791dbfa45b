import { useEffect } from 'react';
import { isShortcut, shortcutKey } from '#web/features/shell/single-keys.ts';

/** Keyboard navigation in the meeting list: j and k open the next and previous meeting, arrows move focus. */
export function useListKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  const opening = openingSteps.get(shortcutKey(event));
  const moving = movingSteps.get(event.key);
  if (opening !== undefined && isShortcut(event)) {
    const next = neighbour(opening);
    next?.focus();
    next?.click();
    if (next) event.preventDefault();
  } else if (moving !== undefined && document.activeElement?.matches(ROW)) {
    neighbour(moving)?.focus();
    event.preventDefault();
  }
}

const ROW = 'a[data-meeting-row]';
const openingSteps = new Map([
  ['j', 1],
  ['k', -1],
]);
const movingSteps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** The row `step` rows from the focused one, or else from the open one; the first if there is neither. */
function neighbour(step: number): HTMLAnchorElement | undefined {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(ROW)];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from = focused === -1 ? rows.findIndex((row) => row.ariaCurrent === 'true') : focused;
  return rows[Math.max(0, from + step)];
}
