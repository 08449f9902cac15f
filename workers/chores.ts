import { distinct } from '#domain/core/distinct.ts';
import { accessChores } from './access/chores.ts';
import { applicationChores } from './application/chores.ts';
import { approvalChores } from './approval/chores.ts';
import { clockChores } from './clock/chores.ts';
import { codeGenerationChores } from './code-generation/chores.ts';
import { consumerChores } from './consumer/chores.ts';
import { deploymentChores } from './deployment/chores.ts';
import { deskCaseChores } from './desk-case/chores.ts';
import { removalChores } from './engine/removals.ts';
import type { Chore } from './engine/sweep.ts';
import { eventSubscriptionChores } from './event-subscription/chores.ts';
import { digestChores } from './mail/digest.ts';
import { reviewerChores } from './mail/tell-reviewers.ts';
import { mailChores } from './mail/warn-of-ends.ts';
import { registrationChores } from './registration/chores.ts';
import { reviewRoundChores } from './review-round/chores.ts';

/** The chores of all nouns for each sweep, in this order. */
export const chores: readonly Chore[] = distinct(
  'chore',
  [
    ...accessChores,
    ...consumerChores,
    ...deploymentChores,
    ...approvalChores,
    ...eventSubscriptionChores,
    ...removalChores,
    ...codeGenerationChores,
    ...applicationChores,
    ...mailChores,
    ...reviewerChores,
    ...digestChores,
    ...registrationChores,
    ...reviewRoundChores,
    ...clockChores,
    ...deskCaseChores,
  ],
  ({ name }) => name,
);
