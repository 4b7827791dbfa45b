import { notify } from '#web/ui/notify.ts';
import { DRAFTS } from './drafts-key.ts';

/** The event of api/logout-event.ts. Not imported, as another export there would add weight to every public page. */
const LOGOUT = 'auth:logout';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Draft = { field: string; value: string };
type Drafts = { userId: string; path: string; drafts: Draft[] };

/**
 * Stores what the user has typed when the session ends in this tab, and restores it once the same user has signed in
 * and sees the same fields: immediately, or when they reopen the dialog. Signing out in another tab stores nothing.
 * @param typedInto the fields the user typed into; the others contain server data
 * @param signal stops storing and restoring drafts
 */
export function keepDrafts(userId: string, typedInto: WeakSet<EventTarget>, signal: AbortSignal): void {
  window.addEventListener(LOGOUT, () => storeDrafts(userId, typedInto), { signal });
  const stored = readDrafts();
  if (!stored) return;
  if (stored.userId !== userId) {
    sessionStorage.removeItem(DRAFTS);
    return;
  }
  const { path } = stored;
  let { drafts } = stored;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    // Deferred, since new fields do not listen for input until their effects have run.
    timer = setTimeout(fill);
  });
  const end = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  function fill() {
    if (pathNow() !== path) return;
    const fields = namedFields();
    const missing = drafts.filter(({ field }) => !fields.has(field));
    if (missing.length === drafts.length) return;
    for (const { field, value } of drafts) write(fields.get(field), value);
    drafts = missing;
    store({ userId, path, drafts });
    if (drafts.length === 0) end();
  }
  signal.addEventListener('abort', end);
  observer.observe(document.body, { childList: true, subtree: true });
  fill();
}

function storeDrafts(userId: string, typedInto: WeakSet<EventTarget>): void {
  const drafts = [...namedFields()].flatMap(([field, input]) =>
    typedInto.has(input) ? [{ field, value: input.value }] : [],
  );
  if (drafts.length > 0) store({ userId, path: pathNow(), drafts });
}

function store(stored: Drafts): void {
  if (stored.drafts.length > 0) sessionStorage.setItem(DRAFTS, JSON.stringify(stored));
  else sessionStorage.removeItem(DRAFTS);
}

function readDrafts(): Drafts | null {
  const stored = sessionStorage.getItem(DRAFTS);
  return stored === null ? null : JSON.parse(stored);
}

function pathNow(): string {
  return window.location.pathname + window.location.search;
}

/** Excludes passwords, which must not be stored, and fields outside forms, whose input takes effect immediately. */
const KEPT = 'form :is(textarea, select, input:not([type=password], [type=search], [type=radio], [type=checkbox]))';

/** The page's fields by name, or else by label, with a number, since names and labels may repeat. */
function namedFields(): Map<string, Field> {
  const named = new Map<string, Field>();
  for (const input of document.querySelectorAll<Field>(KEPT)) {
    if (/password|one-time/.test(input.autocomplete)) continue;
    const name = input.name || (input.labels?.[0]?.textContent ?? input.ariaLabel ?? '');
    let number = 1;
    while (named.has(`${name} ${number}`)) number += 1;
    named.set(`${name} ${number}`, input);
  }
  return named;
}

/** Enters a value as if typed and notifies the user, unless the field already has it. */
function write(input: Field | undefined, value: string): void {
  if (!input || input.value === value) return;
  // Bypasses React, which ignores values set through its own tracked property.
  Reflect.set(Object.getPrototypeOf(input), 'value', value, input);
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  notify({ tone: 'blank', title: 'We restored what you typed', detail: 'It’s not saved yet.', durationMs: 6000 });
}
