import { toast } from 'react-hot-toast/headless';
import { onFailedChunk } from './fetch-chunk.ts';
import { raiseNotice } from './notices.ts';

const OLD_RELEASE = {
  title: 'A new version of Foreword is out',
  detail: 'Reload to keep using this page. Copy anything you’ve typed first.',
};
const INCOMPLETE = {
  title: 'This page did not load completely',
  detail: 'Copy anything you’ve typed, then reload.',
};

const typedInto = new WeakSet<EventTarget>();
let isTold = false;

/**
 * Reloads a page from an older release once one of its chunks fails to load, and any page once a chunk fails again
 * while the server is reachable. Replaces the handler in main.ts.
 */
export function watchRelease(): void {
  document.addEventListener('input', ({ target }) => target && typedInto.add(target));
  document.getElementById('incomplete')?.remove();
  onFailedChunk((isRepeated) => void leavePage(isRepeated).catch(reportError));
}

/** Reloads once for each reason, and only if nothing typed would be lost; otherwise notifies the user. */
async function leavePage(isRepeated: boolean): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  const entry = script?.getAttribute('src');
  const page = navigator.onLine && entry ? await fetchPage() : null;
  if (!script || !entry || page === null) return;
  // The name of the entry script changes with each release.
  const isOld = !page.includes(entry);
  if (!isOld && !isRepeated) return;
  // main.ts uses the second key too, when it reloads after repeated failures.
  const key = isOld ? `left ${entry}` : script.src;
  const reload = () => window.location.reload();
  // Once notified, the user may be copying something that is shown only once.
  if (!isTold && sessionStorage.getItem(key) === null && !isAnythingTyped()) {
    sessionStorage.setItem(key, 'yes');
    reload();
  } else if (!isRepeated || !isTold) {
    // Timed retries keep failing and must not ask again.
    isTold = true;
    raiseNotice(toast, {
      tone: 'blank',
      ...(isOld ? OLD_RELEASE : INCOMPLETE),
      action: { label: 'Reload', run: reload },
      durationMs: Number.POSITIVE_INFINITY,
    });
  }
}

/** The home page as the server currently sends it; null if the request fails. */
async function fetchPage(): Promise<string | null> {
  try {
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok ? await page.text() : null;
  } catch {
    return null;
  }
}

/** Returns whether the user typed into a field. Input from before `watchRelease` ran shows as a changed value. */
function isAnythingTyped(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  const isChanged = ({ type, value, defaultValue }: HTMLInputElement) =>
    /^(text|email|tel|pass)/.test(type) && value !== defaultValue;
  return fields.some((field) => field.value !== '' && (typedInto.has(field) || isChanged(field)));
}
