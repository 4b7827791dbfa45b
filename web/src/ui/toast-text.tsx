import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { noticeOf } from './notices.ts';

export function ToastText({ toastId, title }: { toastId: string; title: ReactNode }) {
  const notice = noticeOf(toastId);
  const close = () => toast.dismiss(toastId);
  const action = notice?.action;
  return (
    <div className="flex min-w-0 flex-1 items-start gap-3">
      <div className="min-w-0 flex-1 py-px">
        <p className="font-medium text-ink">{title}</p>
        {notice?.detail && <p className="mt-0.5 text-sm text-ink2">{notice.detail}</p>}
        {action && (
          <button
            type="button"
            className="touch-target mt-2 text-sm font-medium text-accent-text underline underline-offset-2"
            onClick={() => {
              close();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={close}
        className="touch-target -mt-0.5 -mr-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink3 hover:bg-hover hover:text-ink"
      >
        <X size={14} />
      </button>
    </div>
  );
}
