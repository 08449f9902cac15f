import type { Chore } from '../engine/sweep.ts';
import { endDueCredentials } from './end-due-credentials.ts';
import { withdrawForgotten } from './withdraw-keys.ts';

export const consumerChores: readonly Chore[] = [
  { name: 'ending due credentials', run: (services) => endDueCredentials(services, new Date()) },
  { name: 'withdrawing forgotten keys', run: withdrawForgotten },
];
