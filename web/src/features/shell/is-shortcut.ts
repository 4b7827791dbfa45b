import { areSingleKeysOn } from './single-keys.ts';

/**
 * Whether a key press counts as a single-key shortcut: not if these are turned off, in a field or dialog, or with Ctrl,
 * Alt or Meta.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return false;
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && areSingleKeysOn() && document.querySelector('[role="dialog"]') === null;
}
