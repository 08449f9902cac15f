/** Milliseconds between two checks: people of a deactivated company are signed out within five seconds. */
const interval = 4_000;

/**
 * Checks regularly whether the account or its organization was disabled. A hidden tab checks nothing, and checks at once
 * when it is shown again.
 *
 * @returns a function that ends the checks.
 */
export const watchDisabled = (check: () => void): (() => void) => {
  const checkShown = () => {
    if (document.visibilityState === 'visible') check();
  };
  const timer = setInterval(checkShown, interval);
  document.addEventListener('visibilitychange', checkShown);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', checkShown);
  };
};
