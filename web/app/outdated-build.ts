const key = 'apim-reloaded-at';
/** Milliseconds within which a second failure is not the build's age. */
const pause = 30_000;

/** The address is already the wanted one when a part of the app turns out to be gone: a newer build has replaced it. */
export const reloadWhenOutdated = (): void => {
  addEventListener('vite:preloadError', (event) => {
    try {
      const last = Number(sessionStorage.getItem(key));
      if (Date.now() - last < pause) return;
      sessionStorage.setItem(key, String(Date.now()));
    } catch {
      // Without storage it could go on for ever; the error page offers the reload.
      return;
    }
    event.preventDefault();
    location.reload();
  });
};
