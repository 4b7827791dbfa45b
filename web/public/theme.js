// Runs before the first paint, so that a chosen theme never flashes the other one. Kept as a file because the content security policy
// refuses inline scripts. The chosen value is written by src/ui/theme.ts.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the theme of the system stays.
  }
})();
