/** Safari has no requestIdleCallback before version 26. */
const ask = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));

const firstScreen = Promise.withResolvers<void>();
// Milliseconds after which nothing waits for a screen any more.
setTimeout(firstScreen.resolve, 4000);

/** Says that a screen is on the page. A browser that waits for it is idle too, but has better things to load. */
export const screenIsShown = (): void => firstScreen.resolve();

/** Calls `run` once a screen is on the page and the browser is idle. */
export const whenIdle = (run: () => void): void => {
  void firstScreen.promise.then(() => ask(run, { timeout: 2000 }));
};
