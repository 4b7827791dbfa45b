import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isShortcut, shortcutKey } from './single-keys.ts';

const SECOND_KEY_WITHIN_MS = 1500;

const places = new Map([
  ['d', '/app'],
  ['m', '/app/meetings'],
  ['s', '/app/settings'],
] as const);

type Actions = { onPalette: () => void; onSheet: () => void };

/** Global shortcuts: Cmd-K or Ctrl-K, `?`, `/`, and `g` followed by `d`, `m` or `s`. */
export function useShortcuts({ onPalette, onSheet }: Actions): void {
  const navigate = useNavigate();
  const goneFirstAt = useRef(Number.NEGATIVE_INFINITY);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutKey(event);
    if (key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey) {
      event.preventDefault();
      onPalette();
      return;
    }
    if (!isShortcut(event)) return;
    const isSecond = event.timeStamp - goneFirstAt.current < SECOND_KEY_WITHIN_MS;
    goneFirstAt.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const place = isSecond ? [...places].find(([second]) => second === key)?.[1] : undefined;
    if (place) void navigate({ to: place });
    else if (key === '?') onSheet();
    else if (key === '/') void search(() => navigate({ to: '/app/meetings' }));
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Focuses the meeting search. @param goThere navigates to the screen that has it */
async function search(goThere: () => Promise<void>): Promise<void> {
  if (!searchBox()) await goThere();
  searchBox()?.focus();
}

function searchBox(): HTMLInputElement | null {
  return document.querySelector('input[type="search"]');
}
