// Runs before the first paint. It is a separate file, because the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  let stored = null;
  let language = null;
  try {
    stored = JSON.parse(localStorage.getItem('apim-settings'));
    language = localStorage.getItem('apim-language');
  } catch {
    // Storage is blocked or broken. Use the defaults.
  }
  // The texts are loaded later, and the layout must not change sides then. test/boot.test.ts compares with i18n/locales.ts.
  root.lang = language ?? 'en';
  root.dir = language === 'he' ? 'rtl' : 'ltr';
  // The same rules as in features/settings/appearance.ts. The test compares them too.
  const settings = Object(stored);
  const hour = new Date().getHours();
  const isNight = hour >= 21 || hour <= 7;
  const theme = ['blue', 'light', 'nature', 'dark'].includes(settings.theme) ? settings.theme : 'blue';
  root.dataset.theme = settings.autoNightMode === true && isNight ? 'dark' : theme;
  root.dataset.header = settings.stickyHeader === false ? 'scrolls' : 'sticky';
  // zod would probe for `new Function`, which the policy reports as a violation.
  globalThis.__zod_globalConfig = { jitless: true };
})();
