import { toast } from 'react-hot-toast/headless';
import { onFailedChunk } from './fetch-chunk.ts';
import { raiseNotice } from './notices.ts';

const typedInto = new WeakSet<EventTarget>();

/** Reloads a page from an older release once one of its chunks fails to load. */
export function watchRelease(): void {
  document.addEventListener('input', ({ target }) => target && typedInto.add(target));
  onFailedChunk(() => void leaveOldRelease().catch(reportError));
}

/** Reloads once, and only if nothing typed would be lost; otherwise tells the user. */
async function leaveOldRelease(): Promise<void> {
  const entry = document.querySelector('script[type=module]')?.getAttribute('src');
  if (!navigator.onLine || !entry || (await isServed(entry))) return;
  const key = `left ${entry}`;
  const reload = () => window.location.reload();
  if (sessionStorage.getItem(key) === null && !isAnythingTyped()) {
    sessionStorage.setItem(key, 'yes');
    reload();
  } else {
    raiseNotice(toast, {
      tone: 'blank',
      title: 'A new version of Foreword is out',
      detail: 'This page needs it to continue. Copy anything you’ve typed, then reload.',
      action: { label: 'Reload', run: reload },
      durationMs: Number.POSITIVE_INFINITY,
    });
  }
}

/** Whether the server still uses this entry script, whose name changes with each release; true if the request fails. */
async function isServed(entry: string): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store' }).catch(() => null);
  return !page?.ok || (await page.text()).includes(entry);
}

/** Whether the user typed into a field. Input from before `watchRelease` was called shows as a changed value. */
function isAnythingTyped(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  const isChanged = ({ type, value, defaultValue }: HTMLInputElement) =>
    /^(text|email|tel|pass)/.test(type) && value !== defaultValue;
  return fields.some((field) => field.value !== '' && (typedInto.has(field) || isChanged(field)));
}
