// Runs before the first paint, from a file of its own because the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let stored = null;
  try {
    stored = localStorage.getItem('apim-theme');
  } catch {
    // Storage is blocked: the system's choice it is.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const themes = ['blue', 'light', 'nature', 'dark'];
  root.dataset.theme = themes.includes(stored) ? stored : dark ? 'dark' : 'blue';
  // zod would probe for `new Function`, which the policy reports as a violation.
  globalThis.__zod_globalConfig = { jitless: true };
})();
