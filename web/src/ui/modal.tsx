import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers; omit it if the content renders a title and a description itself. */
  title?: string;
  className: string;
  children: ReactNode;
};

/** A modal layer over a scrim. Traps the focus and returns it on close; styled by `className`. */
export function Modal({ open, onOpenChange, title, className, children }: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim animate-[fade-in_120ms_var(--ease-out)] print:hidden" />
        <Primitive.Content
          {...returnFocus}
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
