import type { Chore } from '../engine/sweep.ts';
import { followAll } from './follow.ts';

export const deploymentChores: readonly Chore[] = [{ name: 'following other deployments', run: followAll }];
