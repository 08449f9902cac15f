import type { Decider, Decision } from '../core/decider.ts';
import { type Clock, type ClockCommand, type ClockEvent, clockSteps } from './clock.ts';

/** Each step is told of once. An earlier one is not told of any more after a later one, also when nobody looked for a while. */
const decide = ({ data: { step, ...clocked } }: ClockCommand, state: Clock): Decision<ClockEvent> => {
  if (state.since === clocked.since && clockSteps.indexOf(state.step) >= clockSteps.indexOf(step)) return [];
  if (step === 'over') return [{ type: 'DecisionOverdue', data: clocked }];
  const { kind, key, since, dueAt } = clocked;
  return [{ type: 'DecisionReminded', data: { kind, key, since, dueAt, step } }];
};

const evolve = (_state: Clock, event: ClockEvent): Clock => ({
  since: event.data.since,
  step: event.type === 'DecisionOverdue' ? 'over' : event.data.step,
});

/** What people were told of one thing that waits for a decision. */
export const clockDecider: Decider<Clock, ClockCommand, ClockEvent> = {
  noun: 'clock',
  initialState: { since: null },
  decide,
  evolve,
};
