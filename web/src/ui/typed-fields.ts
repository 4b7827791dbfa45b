const typedInto = new WeakSet<EventTarget>();

/** Notes which fields the user types into from now on. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => target && typedInto.add(target));
}

export function isTypedInto(field: Element): boolean {
  return typedInto.has(field);
}
