import { useSyncExternalStore } from 'react';

const KEY = 'single-key-shortcuts';
const listeners = new Set<() => void>();

/** Returns whether single-key shortcuts are on in this browser. Speech input users can turn them off (WCAG 2.1.4). */
function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), switchSingleKeys];
}

function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The pressed key; on a layout without Latin letters, such as Russian or Greek, the Latin letter at its position.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter && /^\P{ASCII}$/u.test(key) ? letter.toLowerCase() : key;
}

/**
 * Returns whether a key press counts as a single-key shortcut: never with Ctrl, Alt or Meta, in a field, while a dialog
 * is open, or if the user turned these shortcuts off.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return false;
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && areSingleKeysOn() && document.querySelector('[role="dialog"]') === null;
}
