import { setTimeout as sleep } from 'node:timers/promises';
import type { Disturbance } from './disturbances/disturbance.ts';
import type { Span } from './verdict.ts';
import type { Random } from './world/random.ts';
import type { Stack } from './world/stack.ts';
import { tell } from './world/tell.ts';

/** Seconds between two disturbances. */
const gap = { least: 1, most: 6 };

/**
 * Runs disturbances one after the other, some side by side, for a given time.
 *
 * @returns how often each happened, and from when to when each lasted. All of them have ended.
 */
export const disturb = async (
  stack: Stack,
  disturbances: readonly Disturbance[],
  random: Random,
  milliseconds: number,
): Promise<Readonly<{ counts: ReadonlyMap<string, number>; spans: readonly Span[] }>> => {
  const spans: Span[] = [];
  const counts = new Map<string, number>();
  const ending = AbortSignal.timeout(milliseconds);
  const beside = new Map<string, Promise<void>>();
  const weights = Object.fromEntries(disturbances.map(({ name, weight }) => [name, weight]));
  while (!ending.aborted) {
    await sleep(random.between(gap.least, gap.most) * 1_000, undefined, { signal: ending }).catch(() => undefined);
    const name = random.weighed(weights);
    const chosen = disturbances.find((each) => each.name === name) as Disturbance;
    const { what, act } = chosen.draw(random);
    if (ending.aborted || beside.has(name)) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    stack.note(what);
    const from = Date.now();
    const acting = act(stack, ending)
      .catch((error: unknown) => stack.note(`${what}: ${tell(error)}`))
      .finally(() => spans.push({ name, what, from, to: Date.now() }));
    if (!chosen.beside) await acting;
    else
      beside.set(
        name,
        acting.finally(() => beside.delete(name)),
      );
  }
  await Promise.all(beside.values());
  return { counts, spans };
};
