import { setTimeout as sleep } from 'node:timers/promises';
import { killable, type PartName, type Stack } from '../world/stack.ts';
import { type Disturbance, signalProcess } from './disturbance.ts';

/** Milliseconds for the supervisor, whose pauses grow. After that, this starts the part itself. */
const patience = 8_000;

const killAndWait = async (stack: Stack, name: PartName): Promise<void> => {
  const before = stack.pidOf(name);
  // The gateway has an outage, or the part has just died.
  if (!signalProcess(before, 'SIGKILL')) return;
  const deadline = performance.now() + patience;
  while (performance.now() < deadline) {
    const now = stack.pidOf(name);
    if (now !== undefined && now !== before) return;
    await sleep(100);
  }
  await stack.control(name, 'start');
};

/** Kills a part with kill -9, sometimes two at once. */
export const kill: Disturbance = {
  name: 'kill',
  weight: 10,
  beside: false,
  draw: (random) => {
    const first = random.pick(killable) as PartName;
    const second = random.pick(killable.filter((name) => name !== first)) as PartName;
    const names = random.chance(0.25) ? [first, second] : [first];
    return {
      what: `kill -9 ${names.join(' and ')}`,
      act: async (stack) => {
        await Promise.all(names.map((name) => killAndWait(stack, name)));
      },
    };
  },
};
