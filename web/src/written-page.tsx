import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

type Props = { within: HTMLElement; children: ReactNode };
type Field = HTMLInputElement | HTMLTextAreaElement;

/** Wraps a prerendered page's first screen, so that users keep focus and what they have typed. */
export function WrittenPage({ within, children }: Props) {
  const [handOver] = useState(() => watch(within));
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    focused.current = handOver();
  }, [handOver]);
  // Focused again, since the screen's heading takes focus on mount.
  useEffect(() => focused.current?.focus(), []);
  return children;
}

/**
 * Watches which prerendered control has focus.
 * @returns a function that moves input and focus to the new controls and returns the focused one
 */
function watch(within: HTMLElement): () => HTMLElement | null {
  const written = controlsOf(within);
  let focused: EventTarget | null = document.activeElement;
  const follow = ({ target }: FocusEvent) => {
    focused = target;
  };
  within.addEventListener('focusin', follow);
  return () => {
    within.removeEventListener('focusin', follow);
    let successorInFocus: HTMLElement | null = null;
    for (const [index, successor] of controlsOf(within).entries()) {
      // Detached by now, but still holds what was typed.
      const control = written[index];
      if (control?.tagName !== successor.tagName) continue;
      if (isField(control) && isField(successor)) takeOver(control, successor);
      if (control === focused) successorInFocus = successor;
    }
    successorInFocus?.focus();
    return successorInFocus;
  };
}

function controlsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('a, button, input, textarea, summary')];
}

function isField(element: HTMLElement): element is Field {
  return 'value' in element && !(element instanceof HTMLButtonElement);
}

function takeOver(field: Field, successor: Field): void {
  if (field instanceof HTMLInputElement && field.type === 'radio') {
    // Only what the user chose on this page: a prerendered theme switch shows a default, not their choice.
    if (field.checked && !field.defaultChecked) successor.click();
  } else if (field.value !== field.defaultValue) {
    // Bypasses React, which ignores values set through its own tracked property.
    Reflect.set(Object.getPrototypeOf(successor), 'value', field.value, successor);
    successor.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // Email inputs have no selection.
  if (field.selectionStart !== null) successor.setSelectionRange(field.selectionStart, field.selectionEnd);
}
