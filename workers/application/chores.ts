import type { Chore } from '../engine/sweep.ts';
import { deleteForgotten } from './forgotten-apis.ts';
import { joinForgotten } from './join-owners.ts';

export const applicationChores: readonly Chore[] = [
  { name: 'joining forgotten owners', run: joinForgotten },
  { name: 'deleting APIs of deleted applications', run: deleteForgotten },
];
