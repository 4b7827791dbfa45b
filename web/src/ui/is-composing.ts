/**
 * Returns whether a key press belongs to an input method, for example the Enter that confirms a Japanese word. Safari
 * reports this Enter only after composition has ended, but still with key code 229.
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
