// Runs in the page: notes when each toast appears and begins to fade out, by the page's clock.
(() => {
  const times = new Map();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[aria-label="Notifications"] > div')) {
      const known = times.get(toast);
      if (!known) times.set(toast, { title: toast.textContent, shownAt: Date.now(), fadedAt: null });
      else if (!toast.classList.contains('pointer-events-auto')) known.fadedAt ??= Date.now();
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });

  window.toastTimes = {
    /** Returns how many seconds the last toast with this title was shown; null while it still is. */
    shownFor(title) {
      const last = [...times.values()].findLast((each) => each.title.includes(title));
      return last?.fadedAt ? (last.fadedAt - last.shownAt) / 1000 : null;
    },
  };
})();
