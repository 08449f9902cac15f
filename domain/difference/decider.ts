import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { Answer, Difference, DifferenceCommand, DifferenceEvent, FoundDifference } from './difference.ts';

const subjectOf = ({ deploymentId, apiId, gatewayId, objectId, label, form }: FoundDifference) => ({
  deploymentId,
  apiId,
  gatewayId,
  objectId,
  label,
  form,
});

const requests = {
  reapply: 'DifferenceReapplyRequested',
  adopt: 'DifferenceAdoptionRequested',
  ignore: 'DifferenceIgnoreRequested',
} as const satisfies Record<Answer, DifferenceEvent['type']>;

const outcomes = {
  reapply: 'DifferenceReapplied',
  adopt: 'DifferenceAdopted',
  ignore: 'DifferenceIgnored',
} as const satisfies Record<Answer, DifferenceEvent['type']>;

/** Returns why an answer can't be given; undefined: it can. */
const refusalOf = (answer: Answer, { form, isAdoptable }: FoundDifference) => {
  if (answer === 'ignore') return undefined;
  if (form === 'foreign') return refuse('conflict', { code: 'difference.foreign' });
  return answer === 'adopt' && !isAdoptable ? refuse('conflict', { code: 'difference.not-in-form' }) : undefined;
};

/** Looks report all that they see, each time: what is known already is no event. */
const decide = (command: DifferenceCommand, state: Difference): Decision<DifferenceEvent> => {
  switch (command.type) {
    case 'ReportDifference':
      return state.status !== 'none' && state.found.digest === command.data.digest
        ? []
        : [{ type: 'DifferenceFound', data: command.data }];
    case 'WithdrawDifference':
      // An answer that is under way says itself how it ended.
      return state.status === 'none' || state.status === 'answering'
        ? []
        : [{ type: 'DifferenceGone', data: subjectOf(state.found) }];
    case 'AnswerDifference': {
      const { answer, ...data } = command.data;
      if (state.status === 'none') return refuse('conflict', { code: 'difference.gone' });
      if (state.status === 'answering') return refuse('conflict', { code: 'difference.under-way' });
      if (state.found.digest !== data.digest) return refuse('conflict', { code: 'difference.changed' });
      if (state.status === 'ignored' && answer === 'ignore') return refuse('conflict', { code: 'difference.ignored' });
      const refusal = refusalOf(answer, state.found);
      return refusal ?? [{ type: requests[answer], data: { ...subjectOf(state.found), ...data } }];
    }
    case 'ConfirmAnswer':
    case 'FailAnswer': {
      const { operationId } = command.data;
      if (state.status !== 'answering' || state.operationId !== operationId) return [];
      const type = command.type === 'FailAnswer' ? 'DifferenceAnswerFailed' : outcomes[state.answer];
      return [{ type, data: { ...subjectOf(state.found), operationId } }];
    }
    default:
      return command satisfies never;
  }
};

const evolve = (state: Difference, event: DifferenceEvent): Difference => {
  if (event.type === 'DifferenceFound') return { status: 'open', found: event.data };
  if (state.status === 'none') return state;
  const { found } = state;
  const answering = (answer: Answer, { operationId }: { operationId: string }): Difference => ({
    status: 'answering',
    found,
    answer,
    operationId,
  });
  switch (event.type) {
    case 'DifferenceReapplyRequested':
      return answering('reapply', event.data);
    case 'DifferenceAdoptionRequested':
      return answering('adopt', event.data);
    case 'DifferenceIgnoreRequested':
      return answering('ignore', event.data);
    case 'DifferenceIgnored':
      return { status: 'ignored', found };
    case 'DifferenceAnswerFailed':
      return { status: 'open', found };
    case 'DifferenceGone':
    case 'DifferenceReapplied':
    case 'DifferenceAdopted':
      return { status: 'none' };
    default:
      return event satisfies never;
  }
};

/** One object of a gateway that is not as it was applied. The stream has the deployment's and the object's id. */
export const differenceDecider: Decider<Difference, DifferenceCommand, DifferenceEvent> = {
  noun: 'difference',
  initialState: { status: 'none' },
  decide,
  evolve,
};
