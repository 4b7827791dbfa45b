import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { isComposing } from './is-composing.ts';

type Props = {
  onClose: () => void;
  /** For screen readers; omit it if the content renders a title and a description itself. */
  title?: string;
  /** Whether it shows something that cannot be shown again, so that a click outside must not close it. */
  isShownOnce?: boolean;
  className: string;
  children: ReactNode;
};

/** The last clicked link or button. Safari does not focus it, but an element that contains it, or the page. */
let clicked: Element | null = null;

function noteClick({ target }: MouseEvent) {
  clicked = target instanceof Element ? target.closest('a, button') : null;
}

/** Runs on key presses: shortcuts open dialogs without a click. Enter or Space on a button clicks it afterwards. */
function forgetClick() {
  clicked = null;
}

// Loaded with the frame of signed-in screens, before any click can open their dialogs. Tests have no document.
if (typeof document !== 'undefined') {
  document.addEventListener('click', noteClick, { capture: true });
  document.addEventListener('keydown', forgetClick, { capture: true });
}

/**
 * A modal layer over a scrim, open while it is rendered. Traps focus and restores it on close; styled by `className`.
 * A click outside closes it unless the user has entered something in a form in it.
 */
export function Modal({ onClose, title, isShownOnce = false, className, children }: Props) {
  const returnFocus = useReturnFocus();
  const hasInput = useRef(false);
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim animate-[fade-in_120ms_var(--ease-out)] print:hidden" />
        <Primitive.Content
          {...returnFocus}
          onInput={({ target }) => {
            hasInput.current ||= isIn(target, 'form');
          }}
          onEscapeKeyDown={keepOnEscape}
          onInteractOutside={(event) => {
            // Toasts are shown above it, so clicking one isn't an attempt to close it.
            if (isShownOnce || hasInput.current || isIn(event.target, '[data-toasts]')) event.preventDefault();
          }}
          {...(title !== undefined && { 'aria-describedby': undefined })}
          className={className}
        >
          {title !== undefined && <Primitive.Title className="sr-only">{title}</Primitive.Title>}
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Leaves Escape to an input method, or to an open popup (`data-popup`) in the dialog. */
function keepOnEscape(event: KeyboardEvent) {
  if (isComposing(event) || isIn(event.target, '[data-popup]')) event.preventDefault();
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/**
 * Returns handlers that restore focus when a dialog closes. Radix only does this for its own triggers, but our
 * dialogs open by state.
 */
function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      before.current = activeElement?.contains(clicked) ? clicked : activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // A screen opened from the dialog may already have focus.
      const isLost = document.activeElement === document.body;
      if (isLost && before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
