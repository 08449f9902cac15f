import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcess } from './disturbances/disturbance.ts';
import type { LogView } from './log-view.ts';
import { keysWithoutAccess, unfinished } from './verdict.ts';
import { killable, type Stack } from './world/stack.ts';
import { tell } from './world/tell.ts';

/** Seconds for all operations to end after the last disturbance. */
const healTime = 300;

/** Starts and continues everything. @returns whether the portal was ready in time. */
export const putRight = async (stack: Stack): Promise<boolean> => {
  for (const name of killable) {
    signalProcess(stack.pidOf(name), 'SIGCONT');
    await stack.control(name, 'start').catch((error: unknown) => stack.note(`start ${name}: ${tell(error)}`));
  }
  const deadline = performance.now() + healTime * 1_000;
  while (performance.now() < deadline) {
    if (await stack.isReady()) return true;
    await sleep(500);
  }
  return false;
};

/** Waits until every operation has ended and no work is left. @returns the seconds that it took, or undefined. */
export const waitForQuiet = async (view: LogView): Promise<number | undefined> => {
  const begun = performance.now();
  let quietFor = 0;
  while (performance.now() - begun < healTime * 1_000) {
    const leaving = [...view.keys.values()].some(({ removal, works }) => removal && works);
    const isQuiet = view.openOperations().length === 0 && unfinished(view).length === 0 && !leaving;
    quietFor = isQuiet && keysWithoutAccess(view).length === 0 ? quietFor + 1 : 0;
    if (quietFor === 6) return (performance.now() - begun) / 1_000;
    await sleep(500);
  }
  return undefined;
};
