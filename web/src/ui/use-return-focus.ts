import { useRef } from 'react';

/**
 * For the content of a dialog: gives the focus back to what had it before. Radix returns it to a trigger of its own alone, and our dialogs are opened by
 * state.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // A screen that was gone to from the dialog may have taken the focus already.
      const isLost = document.activeElement === document.body;
      if (isLost && before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
