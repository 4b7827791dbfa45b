import { areSingleKeysOn } from './single-keys.ts';

/** Whether a key pressed now is meant as a shortcut: not typed into a field, without a modifier, with no dialog open, and not switched off. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return false;
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && areSingleKeysOn() && document.querySelector('[role="dialog"]') === null;
}
