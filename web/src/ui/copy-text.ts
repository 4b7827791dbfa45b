import { notify } from '#web/ui/notify.ts';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ tone: 'success', title: done, durationMs: 3000 });
  } catch {
    // Refused by the browser or its user: only the words matter.
    notify({ tone: 'error', title: 'Failed to copy to clipboard' });
  }
}
