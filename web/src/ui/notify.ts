import type { toast as headlessToast } from 'react-hot-toast/headless';
import { fetchChunk } from './fetch-chunk.ts';
import { forgetNotices, type Notice, raiseNotice } from './notices.ts';
import type { Toaster } from './toaster.tsx';

/** Shows a toast at the top right (top on phones). It replaces one with the same tone and title. */
export function notify(notice: Notice): void {
  void withToast((toast) => raiseNotice(toast, notice));
}

/** Removes all toasts. */
export function clearNotices(): void {
  forgetNotices();
  void withToast((toast) => toast.remove());
}

let toaster: Promise<{ Toaster: typeof Toaster }> | undefined;

/** The toaster, loaded once. */
export function fetchToaster(): Promise<{ Toaster: typeof Toaster }> {
  toaster ??= fetchChunk(() => import('./toaster.tsx'));
  return toaster;
}

/** Runs `act` once the toaster has loaded, since a toast's duration starts when it is added. */
async function withToast(act: (toast: typeof headlessToast) => void): Promise<void> {
  await fetchToaster();
  const { toast } = await fetchChunk(() => import('react-hot-toast/headless'));
  act(toast);
}
