import { notify } from '#web/ui/notify.ts';

/** Copies text to the clipboard and confirms it with a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ tone: 'success', title: done, durationMs: 3000 });
  } catch {
    // The browser or the user refused.
    notify({ tone: 'error', title: 'Failed to copy to clipboard' });
  }
}
