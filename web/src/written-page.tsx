import { type ReactNode, useEffect, useState } from 'react';

type Props = { within: HTMLElement; children: ReactNode };
type Field = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = 'input, textarea';

/** Stands around the first screen where a page written at build time stood in `within`: hands on what was typed and where. */
export function WrittenPage({ within, children }: Props) {
  // Read while they are still on the page; they keep their contents when they are off it.
  const [{ fields, focused }] = useState(() => ({ fields: fieldsOf(within), focused: document.activeElement }));
  // After the effects of the screen, which has taken the focus to its title.
  useEffect(() => {
    const successors = fieldsOf(within);
    for (const [index, field] of fields.entries()) {
      const successor = successors[index];
      if (!successor || successor.name !== field.name) continue;
      takeOver(field, successor);
      if (field === focused) focusAsBefore(field, successor);
    }
  }, [within, fields, focused]);
  return children;
}

function fieldsOf(element: HTMLElement): Field[] {
  return [...element.querySelectorAll<Field>(FIELDS)];
}

function takeOver(field: Field, successor: Field): void {
  if (field instanceof HTMLInputElement && field.type === 'radio') {
    if (field.checked) successor.click();
  } else if (field.value !== '') {
    // Past React, which takes a value set on the element itself for one it knows.
    Reflect.set(Object.getPrototypeOf(successor), 'value', field.value, successor);
    successor.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function focusAsBefore(field: Field, successor: Field): void {
  successor.focus();
  // Of an email address browsers tell no selection.
  if (field.selectionStart !== null) successor.setSelectionRange(field.selectionStart, field.selectionEnd);
}
