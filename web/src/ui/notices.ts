import type { toast as headlessToast } from 'react-hot-toast/headless';

export type Notice = {
  tone: 'success' | 'error' | 'blank';
  title: string;
  detail?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** 4 s where absent, as the toaster has it. */
  durationMs?: number | undefined;
};

const notices = new Map<string, Notice>();

/** Raises a toast now; the same title twice replaces the first. The library is passed in, so that this file doesn't load it. */
export function raiseNotice(toast: typeof headlessToast, notice: Notice): void {
  const { tone, title, durationMs } = notice;
  const id = `${tone}:${title}`;
  notices.set(id, notice);
  const add = tone === 'success' ? toast.success : tone === 'error' ? toast.error : toast;
  add(title, { id, ...(durationMs !== undefined && { duration: durationMs }) });
}

/** What the toast with this id has to say beyond its title. */
export function noticeOf(toastId: string): Notice | undefined {
  return notices.get(toastId);
}

export function forgetNotices(): void {
  notices.clear();
}
