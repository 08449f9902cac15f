import type { Chore } from '../engine/sweep.ts';
import { endMoves } from './end-moves.ts';
import { followAll } from './follow.ts';

export const deploymentChores: readonly Chore[] = [
  { name: 'following other deployments', run: followAll },
  { name: 'ending deployments that have moved', run: endMoves },
];
