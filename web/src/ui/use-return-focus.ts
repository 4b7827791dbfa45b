import { useRef } from 'react';

/**
 * Returns handlers that restore the focus when a dialog closes. Radix only does this for its own triggers, but our
 * dialogs open by state.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // A screen opened from the dialog may already have the focus.
      const isLost = document.activeElement === document.body;
      if (isLost && before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
