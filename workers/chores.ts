import { codeGenerationChores } from './code-generation/chores.ts';
import { consumerChores } from './consumer/chores.ts';
import type { Chore } from './engine/sweep.ts';
import { gatewayChores } from './gateway/chores.ts';
import { reconciliationChores } from './reconciliation/chores.ts';

/** What the nouns want done at every sweep, in this order. */
export const chores: readonly Chore[] = [
  ...consumerChores,
  ...gatewayChores,
  ...reconciliationChores,
  ...codeGenerationChores,
];
