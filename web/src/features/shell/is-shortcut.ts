import { areSingleKeysOn } from './single-keys.ts';

/** Whether a key press is a shortcut: enabled, not typed into a field, no modifier, no open dialog. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return false;
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  return !isTyping && areSingleKeysOn() && document.querySelector('[role="dialog"]') === null;
}
