// Runs before the first paint, so that the page does not flash in the wrong theme. A file, because the content security
// policy forbids inline scripts. The value is written by src/ui/theme.ts.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: keep the system's theme.
  }
})();
