import { setTimeout as sleep } from 'node:timers/promises';
import { bornAt } from '#sandbox/process/born.ts';
import { killable, type PartName, type Stack } from '../world/stack.ts';
import { childrenOf, type Disturbance, signalProcess } from './disturbance.ts';

/** Milliseconds for the supervisor, whose pauses grow. After that, this starts the part itself. */
const patience = 8_000;

/** Milliseconds for the processes that a killed part had started. They must not outlive it. */
const childPatience = 10_000;

const expectNoOrphans = async (name: PartName, children: readonly Child[], fallen: string[]): Promise<void> => {
  const deadline = performance.now() + childPatience;
  const left = () => children.filter(({ pid, born }) => bornAt(pid) === born);
  while (left().length > 0 && performance.now() < deadline) await sleep(100);
  if (left().length > 0) fallen.push(`${left().length} processes of ${name} still run after it was killed`);
};

type Child = Readonly<{ pid: number; born: string | undefined }>;

const killAndWait = async (stack: Stack, name: PartName, fallen: string[]): Promise<void> => {
  const before = stack.pidOf(name);
  const children = before === undefined ? [] : await childrenOf(before);
  const born = children.map((pid) => ({ pid, born: bornAt(pid) })).filter((child) => child.born !== undefined);
  // The gateway has an outage, or the part has just died.
  if (!signalProcess(before, 'SIGKILL')) return;
  await expectNoOrphans(name, born, fallen);
  const deadline = performance.now() + patience;
  while (performance.now() < deadline) {
    const now = stack.pidOf(name);
    if (now !== undefined && now !== before) return;
    await sleep(100);
  }
  await stack.control(name, 'start');
};

/**
 * Kills a part with kill -9, sometimes two at once.
 *
 * @param fallen receives a line for each part whose own processes outlive it.
 */
export const killInto = (fallen: string[]): Disturbance => ({
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
        await Promise.all(names.map((name) => killAndWait(stack, name, fallen)));
      },
    };
  },
});
