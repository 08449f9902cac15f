import type { Chore } from '../engine/sweep.ts';
import { dropExpiredCode } from './drop-expired.ts';
import { dropOldScratch } from './scratch.ts';

export const codeGenerationChores: readonly Chore[] = [
  { name: 'dropping expired code', run: ({ pool }) => dropExpiredCode(pool) },
  { name: 'dropping old scratch folders', run: () => dropOldScratch() },
];
