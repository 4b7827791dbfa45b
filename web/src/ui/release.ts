import { toast } from 'react-hot-toast/headless';
import { onPartMissing } from './fetch-part.ts';
import { raiseNotice } from './notices.ts';

const typedInto = new WeakSet<EventTarget>();

/** Sees to it that a page of an older release, whose parts are gone from the server, makes room for the newer one when it lacks a part. */
export function watchRelease(): void {
  document.addEventListener('input', ({ target }) => target && typedInto.add(target));
  onPartMissing(() => void leaveOldRelease().catch(reportError));
}

/** The page is loaded anew, once and only where nothing typed is lost by it; otherwise its reader is told. */
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

/** Each release has an entry of its own name. A server that gives no page says nothing of its release. */
async function isServed(entry: string): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store' }).catch(() => null);
  return !page?.ok || (await page.text()).includes(entry);
}

/** In fields that are still there. What was typed before anybody watched shows by its difference from what the field came with. */
function isAnythingTyped(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  const isChanged = ({ type, value, defaultValue }: HTMLInputElement) =>
    /^(text|email|tel|pass)/.test(type) && value !== defaultValue;
  return fields.some((field) => field.value !== '' && (typedInto.has(field) || isChanged(field)));
}
