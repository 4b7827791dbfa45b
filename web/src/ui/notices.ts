import type { toast as headlessToast } from 'react-hot-toast/headless';

export type Notice = {
  tone: 'success' | 'error' | 'blank';
  title: string;
  detail?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** 4 s by default. */
  durationMs?: number | undefined;
};

const notices = new Map<string, Notice>();

/**
 * Shows a toast, which replaces one with the same tone and title. Takes the library as an argument, to avoid importing
 * it here.
 */
export function raiseNotice(toast: typeof headlessToast, notice: Notice): void {
  const { tone, title, durationMs } = notice;
  const id = `${tone}:${title}`;
  notices.set(id, notice);
  const add = tone === 'success' ? toast.success : tone === 'error' ? toast.error : toast;
  add(title, { id, ...(durationMs !== undefined && { duration: durationMs }) });
}

/** The notice behind a toast. */
export function noticeOf(toastId: string): Notice | undefined {
  return notices.get(toastId);
}

export function forgetNotices(): void {
  notices.clear();
}
