import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useCallback } from 'react';
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless';
import { cx } from './cx.ts';
import { watchRelease } from './release.ts';
import { ToastText } from './toast-text.tsx';

// Called here because it shows toasts.
watchRelease();
// Here because every page loads this chunk, right after its first paint.
import('./follow-translation.ts').then((chunk) => chunk.followTranslation(), reportError);

/**
 * Renders all toasts: 4 s, top right, at most 20, paused on hover and focus. Their region announces them, since some
 * screen readers ignore a live region that is inserted with its text. Being live also keeps the region visible to
 * screen readers next to a dialog, which hides the rest of the page.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: 4000 });
  const region = useHold(handlers.startPause, handlers.endPause);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      data-toasts=""
      className="pointer-events-none fixed inset-x-4 top-4 z-[60] flex flex-col gap-2 sm:right-4 sm:left-auto sm:w-[360px] print:hidden"
      ref={region}
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={cx(
            'flex gap-2.5 rounded-lg bg-surface p-3.5 shadow-overlay transition-opacity duration-180',
            toast.visible ? 'pointer-events-auto animate-[rise-in_180ms_var(--ease-out)]' : 'opacity-0',
          )}
        >
          <ToastIcon type={toast.type} />
          <ToastText toastId={toast.id} title={resolveValue(toast.message, toast)} />
        </div>
      ))}
    </section>
  );
}

/**
 * A ref callback that calls `hold` on hover or focus and `release` afterwards. A toast that appears under a resting
 * pointer is not held.
 */
function useHold(hold: () => void, release: () => void): (element: HTMLElement) => () => void {
  return useCallback(
    (element) => {
      const off = new AbortController();
      const { signal } = off;
      const onMove = ({ movementX, movementY }: MouseEvent) => {
        if (movementX !== 0 || movementY !== 0) hold();
      };
      element.addEventListener('mousemove', onMove, { signal });
      element.addEventListener('focusin', hold, { signal });
      for (const event of ['mouseleave', 'focusout']) element.addEventListener(event, release, { signal });
      return () => off.abort();
    },
    [hold, release],
  );
}

function ToastIcon({ type }: { type: Toast['type'] }) {
  if (type === 'success') return <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden="true" />;
  if (type === 'error') return <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />;
  return <Info size={16} className="mt-0.5 shrink-0 text-ink3" aria-hidden="true" />;
}
