import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '#domain/core/problem.ts';
import { NotReadyError, type Run } from './run.ts';

/**
 * Checks a condition twice, because it may become true in a moment, then frees the slot for others. @throws
 * NotReadyError
 */
export const expectSoon = async (
  { services, assertCurrent }: Run,
  isSo: () => Promise<boolean>,
  problem: Problem,
): Promise<void> => {
  if (await isSo()) return;
  await pause(services.outage.look / 2);
  await assertCurrent();
  if (!(await isSo())) throw new NotReadyError(problem);
};
