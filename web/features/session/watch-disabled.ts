import { readShared, writeShared } from '../../api/shared-storage.ts';
import { startTicker } from './ticker.ts';

/** Milliseconds between two checks: people of a deactivated company are signed out within five seconds. */
const interval = 4_000;
/** A tab that ticks a little earlier than the one that checked last checks too. */
const tolerance = 500;
const checkedKey = 'apim-checked';

/**
 * Checks regularly whether the account or its organization was disabled, and at once when the tab is shown again. One tab of
 * the browser checks for all, hidden or not, because it tells the others who is signed in.
 *
 * @param start starts the clock. Default: one that runs in a hidden tab.
 * @returns a function that ends the checks.
 */
export const watchDisabled = (check: () => void, start = startTicker): (() => void) => {
  const checkNow = () => {
    writeShared(checkedKey, String(Date.now()));
    check();
  };
  const checkWhenDue = () => {
    const since = Date.now() - Number(readShared(checkedKey));
    // The clock may have been set back.
    if (since < 0 || since >= interval - tolerance) checkNow();
  };
  const checkShown = () => {
    if (document.visibilityState === 'visible') checkNow();
  };
  const endTicks = start(checkWhenDue, interval);
  document.addEventListener('visibilitychange', checkShown);
  return () => {
    endTicks();
    document.removeEventListener('visibilitychange', checkShown);
  };
};
