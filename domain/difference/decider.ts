import type { Decider } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { Answer, Difference, DifferenceCommand, DifferenceEvent, FoundDifference } from './difference.ts';
import { differenceRules } from './rules.ts';

const subjectOf = ({ deploymentId, apiId, gatewayId, objectId, label, form }: FoundDifference) => ({
  deploymentId,
  apiId,
  gatewayId,
  objectId,
  label,
  form,
});

/** Returns why an answer can't be given; undefined: it can. */
const refusalOf = (answer: Answer, { form, isAdoptable }: FoundDifference) => {
  if (answer !== 'adopt') return undefined;
  if (form === 'foreign') return refuse('conflict', { code: 'difference.foreign' });
  return isAdoptable ? undefined : refuse('conflict', { code: 'difference.not-in-form' });
};

/** One object of a gateway that is not as it was applied. The stream has the deployment's and the object's id. */
export const differenceDecider: Decider<Difference, DifferenceCommand, DifferenceEvent> = {
  noun: 'difference',
  initialState: { status: 'none' },
  ...differenceRules<FoundDifference, DifferenceEvent>('Difference', subjectOf, refusalOf),
};
