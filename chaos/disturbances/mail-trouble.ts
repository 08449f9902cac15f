import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '../world/inbox.ts';
import type { Disturbance } from './disturbance.ts';

/** The mail server refuses all mails for now, or takes long for each. */
export const mailTrouble = ({ setTrouble }: MailServer): Disturbance => ({
  name: 'mail',
  weight: 1,
  beside: true,
  draw: (random) => {
    const refuses = random.chance(0.5);
    const takes = refuses ? 0 : random.between(500, 6_000);
    const seconds = random.between(5, 30);
    return {
      what: `mail server ${refuses ? 'refuses' : `takes ${Math.round(takes)} ms`} for ${Math.round(seconds)} s`,
      act: async (_stack, signal) => {
        setTrouble({ refuses, takes });
        await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
        setTrouble({ refuses: false, takes: 0 });
      },
    };
  },
});
