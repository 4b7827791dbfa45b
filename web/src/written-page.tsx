import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

type Props = { within: HTMLElement; children: ReactNode };
type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Stands around the first screen where a page written at build time stood in `within`: whoever has begun to use that page goes on where they were.
 */
export function WrittenPage({ within, children }: Props) {
  const [handOver] = useState(() => watch(within));
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    focused.current = handOver();
  }, [handOver]);
  // Once more after the effects of the screen, whose title takes the focus as it opens.
  useEffect(() => focused.current?.focus(), []);
  return children;
}

/** @returns what hands typing and focus on to the elements that have come in the place of those of now, and tells where the focus is */
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
      // Off the page by now; it keeps what was typed into it.
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
    // Only what was chosen on this page: the theme, say, is shown there as it is for nobody in particular.
    if (field.checked && !field.defaultChecked) successor.click();
  } else if (field.value !== field.defaultValue) {
    // Past React, which takes a value set on the element itself for one it knows.
    Reflect.set(Object.getPrototypeOf(successor), 'value', field.value, successor);
    successor.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // Of an email address browsers tell no selection.
  if (field.selectionStart !== null) successor.setSelectionRange(field.selectionStart, field.selectionEnd);
}
