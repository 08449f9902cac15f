import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { DeskCase, DeskCaseCommand, DeskCaseEvent } from './desk-case.ts';
import { mostMutedDays } from './limits.ts';

const day = 24 * 3_600_000;

const isMuted = ({ mutedUntil }: DeskCase, now: string): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > Date.parse(now);

const muted = (
  { about, until, reason, now }: Extract<DeskCaseCommand, { type: 'MuteCause' }>['data'],
  state: DeskCase,
): Decision<DeskCaseEvent> => {
  const left = Date.parse(until) - Date.parse(now);
  // So that no cause is forgotten for good.
  if (!(left > 0 && left <= mostMutedDays * day))
    return refuse('invalid', { code: 'desk-case.mute-time', field: 'days', parameters: { days: mostMutedDays } });
  if (state.mutedUntil === until && state.muteReason === reason) return [];
  return [{ type: 'DeskCauseMuted', data: { about, until, reason } }];
};

const decide = ({ type, data }: DeskCaseCommand, state: DeskCase): Decision<DeskCaseEvent> => {
  switch (type) {
    case 'HandOver':
      if (state.holder === data.to) return refuse('conflict', { code: 'desk-case.has-it', field: 'to' });
      return [{ type: 'DeskCaseHandedOver', data }];
    case 'TakeBack': {
      const { about, from = state.holder, why } = data;
      // Somebody else may have it by now.
      if (from === null || state.holder !== from) return [];
      return [{ type: 'DeskCaseTakenBack', data: { about, from, why } }];
    }
    case 'MuteCause':
      return muted(data, state);
    default:
      return isMuted(state, data.now) ? [{ type: 'DeskCauseUnmuted', data: { about: data.about } }] : [];
  }
};

/** Who has an operation or a cause of the desk, and whether it is muted. */
export const deskCaseDecider: Decider<DeskCase, DeskCaseCommand, DeskCaseEvent> = {
  noun: 'desk-case',
  initialState: { holder: null, note: '', mutedUntil: null, muteReason: '' },
  decide,
  evolve: (state, event) => {
    switch (event.type) {
      case 'DeskCaseHandedOver':
        return { ...state, holder: event.data.to, note: event.data.note };
      case 'DeskCaseTakenBack':
        return { ...state, holder: null, note: '' };
      case 'DeskCauseMuted':
        return { ...state, mutedUntil: event.data.until, muteReason: event.data.reason };
      case 'DeskCauseUnmuted':
        return { ...state, mutedUntil: null, muteReason: '' };
      default:
        return state;
    }
  },
};
