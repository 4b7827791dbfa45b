import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Modal } from './modal.tsx';

type Props = {
  onClose: () => void;
  title: ReactNode;
  /** Shown under the title and announced by screen readers. */
  description: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Whether it shows something that cannot be shown again, so that a click outside must not close it. */
  isShownOnce?: boolean;
  /** `wide` is the 880 px reading modal with a fixed header and a scrolling body. */
  size?: 'default' | 'wide';
};

/** A titled dialog, open while it is rendered. */
export function Dialog({
  onClose,
  title,
  description,
  children,
  footer,
  isShownOnce = false,
  size = 'default',
}: Props) {
  return (
    <Modal
      onClose={onClose}
      isShownOnce={isShownOnce}
      className={cx(
        'fixed z-50 flex flex-col bg-surface shadow-overlay animate-[rise-in_180ms_var(--ease-out)]',
        'print:static print:max-h-none print:w-full print:translate-0 print:shadow-none',
        size === 'wide'
          ? 'inset-0 sm:inset-x-[max(24px,calc(50vw-440px))] sm:inset-y-8 sm:rounded-xl'
          : 'inset-x-4 bottom-4 max-h-[calc(100dvh-32px)] rounded-xl sm:inset-x-[calc(50vw-220px)] sm:top-[18vh] sm:bottom-auto sm:max-h-[calc(82vh-16px)]',
      )}
    >
      <div className={cx('flex items-start gap-4 px-5 pt-5', size === 'wide' && 'border-b border-line pb-4 sm:px-8')}>
        <div className="min-w-0 flex-1">
          <Primitive.Title
            dir="auto"
            className={size === 'wide' ? 'font-serif text-title text-balance' : 'text-lg font-semibold'}
          >
            {title}
          </Primitive.Title>
          <Primitive.Description className="mt-1 text-base text-ink2">{description}</Primitive.Description>
        </div>
        <Primitive.Close
          aria-label="Close"
          className="touch-target -mr-1.5 grid size-8 shrink-0 place-items-center rounded-md text-ink3 hover:bg-hover hover:text-ink print:hidden"
        >
          <X size={16} />
        </Primitive.Close>
      </div>
      {children !== undefined && (
        <div
          className={cx(
            'min-h-0 scroll-pt-4 scroll-pb-16 overflow-y-auto overscroll-contain px-5 py-4',
            size === 'wide' && 'flex-1 -outline-offset-2 sm:px-8',
          )}
          {...(size === 'wide' ? { tabIndex: 0, role: 'region', 'aria-label': 'Content' } : {})}
        >
          {children}
        </div>
      )}
      {footer !== undefined && <div className="flex flex-wrap justify-end gap-2 px-5 pt-2 pb-5">{footer}</div>}
    </Modal>
  );
}
