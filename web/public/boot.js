// Runs before the first paint, from a file of its own because the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem('apim-theme');
    language = localStorage.getItem('apim-language');
  } catch {
    // Storage is blocked: the system's colours and English.
  }
  // The texts come later, but nothing may jump from one side to the other then (test/boot.test.ts compares with i18n/locales.ts).
  root.lang = language ?? 'en';
  root.dir = language === 'he' ? 'rtl' : 'ltr';
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const themes = ['blue', 'light', 'nature', 'dark'];
  root.dataset.theme = themes.includes(theme) ? theme : dark ? 'dark' : 'blue';
  // zod would probe for `new Function`, which the policy reports as a violation.
  globalThis.__zod_globalConfig = { jitless: true };
})();
