const key = 'apim-reloaded-at';
/** Milliseconds after a reload. A failure within this time has another cause than an outdated build. */
const pause = 30_000;
/** Milliseconds after somebody began to leave the page. Parts that fail within this time are not missing. */
const leaving = 5_000;

/**
 * Reloads the page when a part of the app is missing because a newer build has replaced it. The address is already the
 * wanted one then.
 */
export const reloadWhenOutdated = (): void => {
  let leftAt = Number.NEGATIVE_INFINITY;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  addEventListener('vite:preloadError', (event) => {
    // Firefox ends what is still loaded when a page is left. A reload would take the person back to it.
    if (performance.now() - leftAt < leaving) return;
    try {
      const last = Number(sessionStorage.getItem(key));
      if (Date.now() - last < pause) return;
      sessionStorage.setItem(key, String(Date.now()));
    } catch {
      // Without storage it could reload forever. The error page offers the reload instead.
      return;
    }
    event.preventDefault();
    location.reload();
  });
};
