import type { ComponentProps } from 'react';
import { Modal } from './modal.tsx';

/** A panel that slides in from the left on small screens. */
export function Drawer(props: Omit<ComponentProps<typeof Modal>, 'className'>) {
  return (
    <Modal
      {...props}
      className="fixed inset-y-0 left-0 z-50 flex w-[min(288px,84vw)] flex-col bg-sunken shadow-overlay animate-[slide-in_180ms_var(--ease-out)]"
    />
  );
}
