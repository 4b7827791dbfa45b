import { fetchPart } from './fetch-part.ts';
import { forgetNotices, type Notice, raiseNotice } from './notices.ts';
import type { Toaster } from './toaster.tsx';

/** Shows a toast at the top right (at the top on a phone); the same title twice replaces the first. */
export function notify(notice: Notice): void {
  void show(notice);
}

/** Takes away every toast. */
export function clearNotices(): void {
  forgetNotices();
  void removeAll();
}

async function removeAll(): Promise<void> {
  const toast = await fetchToast();
  toast.remove();
}

async function show(notice: Notice): Promise<void> {
  const toast = await fetchToast();
  raiseNotice(toast, notice);
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
