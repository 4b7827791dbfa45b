import { fetchPart } from './fetch-part.ts';
import type { Toaster } from './toaster.tsx';

export type Notice = {
  tone: 'success' | 'error' | 'blank';
  title: string;
  detail?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** 4 s where absent, as the toaster has it. */
  durationMs?: number | undefined;
};

const notices = new Map<string, Notice>();

/** Shows a toast at the top right (at the top on a phone); the same title twice replaces the first. */
export function notify(notice: Notice): void {
  void show(notice);
}

/** Takes away every toast. */
export function clearNotices(): void {
  notices.clear();
  void removeAll();
}

async function removeAll(): Promise<void> {
  const toast = await fetchToast();
  toast.remove();
}

async function show(notice: Notice): Promise<void> {
  const toast = await fetchToast();
  const { tone, title, durationMs } = notice;
  const id = `${tone}:${title}`;
  notices.set(id, notice);
  const add = tone === 'success' ? toast.success : tone === 'error' ? toast.error : toast;
  add(title, { id, ...(durationMs !== undefined && { duration: durationMs }) });
}

let toaster: Promise<{ Toaster: typeof Toaster }> | undefined;

/** What shows the toasts, fetched once for everybody. */
export function fetchToaster(): Promise<{ Toaster: typeof Toaster }> {
  toaster ??= fetchPart(() => import('./toaster.tsx'));
  return toaster;
}

/** Not before the toaster: the time of a toast begins as it is raised, and nobody would see it. */
async function fetchToast() {
  await fetchToaster();
  const { toast } = await fetchPart(() => import('react-hot-toast/headless'));
  return toast;
}

/** What the toast with this id has to say beyond its title. */
export function noticeOf(toastId: string): Notice | undefined {
  return notices.get(toastId);
}
