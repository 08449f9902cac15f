import { setTimeout as sleep } from 'node:timers/promises';
import type { Disturbance } from './disturbance.ts';

const kinds = {
  errors: 'answers 500',
  lost: 'loses answers',
  late: 'is slow',
  nonsense: 'is hidden behind something that answers nonsense',
} as const;

/** The gateway's Admin API fails in some calls, is slow, or answers nonsense, for some seconds. Its proxy is well. */
export const flake: Disturbance = {
  name: 'flake',
  weight: 2.5,
  beside: true,
  draw: (random) => {
    const kind = random.weighed({ errors: 2, lost: 2, late: 1.5, nonsense: 2.5 });
    const seconds = random.between(5, 40);
    const part = kind === 'nonsense' && random.chance(0.3) ? 1 : random.between(0.1, 0.5);
    const size = kind === 'late' ? random.between(500, 3_500) : part;
    const much = kind === 'late' ? `${Math.round(size)} ms late` : `${Math.round(size * 100)} of 100 calls`;
    return {
      what: `gateway ${kinds[kind]} for ${Math.round(seconds)} s: ${much}`,
      act: async (stack, signal) => {
        await stack.spoilGateway({ [kind]: size });
        await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
        // A gateway that is away begins anew, without faults.
        await stack.spoilGateway({}).catch(() => undefined);
      },
    };
  },
};
