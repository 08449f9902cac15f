import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { BusinessArea, BusinessAreaCommand, BusinessAreaEvent } from './business-area.ts';

const decide = (command: BusinessAreaCommand, state: BusinessArea): Decision<BusinessAreaEvent> => {
  if (command.type === 'AddBusinessArea')
    return state.status === 'none'
      ? [{ type: 'BusinessAreaAdded', data: command.data }]
      : refuse('conflict', { code: 'business-area.exists' });
  if (state.status !== 'active') return notFound();
  const { businessAreaId, details: from } = state;
  if (command.type === 'RemoveBusinessArea')
    return command.data.isInUse
      ? refuse('conflict', { code: 'business-area.in-use' })
      : [{ type: 'BusinessAreaRemoved', data: { businessAreaId } }];
  const { name, description } = command.data;
  if (name === from.name && description === from.description) return [];
  return [{ type: 'BusinessAreaChanged', data: { businessAreaId, from, to: { name, description } } }];
};

const evolve = (state: BusinessArea, event: BusinessAreaEvent): BusinessArea => {
  switch (event.type) {
    case 'BusinessAreaAdded': {
      const { businessAreaId, ...details } = event.data;
      return { status: 'active', businessAreaId, details };
    }
    case 'BusinessAreaChanged':
      return state.status === 'active' ? { ...state, details: event.data.to } : state;
    case 'BusinessAreaRemoved':
      return { status: 'removed' };
    default:
      return state;
  }
};

export const businessAreaDecider: Decider<BusinessArea, BusinessAreaCommand, BusinessAreaEvent> = {
  noun: 'business-area',
  initialState: { status: 'none' },
  closedBy: ['BusinessAreaRemoved'],
  decide,
  evolve,
};
