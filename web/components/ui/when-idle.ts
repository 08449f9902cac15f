/** Safari has no requestIdleCallback before version 26. */
const ask = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));

/** Calls `run` once the browser has drawn the screen and is idle, at the latest after 2 s. */
export const whenIdle = (run: () => void): void => {
  ask(run, { timeout: 2000 });
};
