// Runs in the page: remembers the texts of toasts, which a slow machine may only look for once they are gone.
(() => {
  const shown = new Set();
  const textsNow = () =>
    Array.from(document.querySelector('[data-toasts]')?.querySelectorAll('*') ?? [], ({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    );
  new MutationObserver(() => {
    for (const text of textsNow()) shown.add(text);
  }).observe(document, { subtree: true, childList: true });

  /** Returns whether a toast has shown this whole text since the last call with it, or shows it now. */
  window.wasToastShown = (text) => shown.delete(text) || textsNow().includes(text);
})();
