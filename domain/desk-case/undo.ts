import { type Opposite, type Shown, type Undone, type UndoRules, undoRules } from '../core/undo.ts';
import { handOver, muteCauses, takeBack, unmuteCauses } from './calls.ts';
import { deskCaseDecider } from './decider.ts';
import type { DeskCase, DeskCaseEvent } from './desk-case.ts';

/** Who has it, with the note that came with it. */
const having = ({ holder, note }: DeskCase): Shown => ({ holder, note });
const muting = ({ mutedUntil, muteReason }: DeskCase): Shown => ({ mutedUntil, muteReason });

/** A cause has parts, an operation's id has none. */
const whatOf = (about: string) => (about.includes('~') ? { causes: [about] } : { operationIds: [about] });

type Of = Undone<Readonly<{ about: string }>, DeskCase>;

const common = { about: {}, does: 'fields' } as const;

/** Whoever had it before gets it back, with the note of then. */
const giveBack = ({ data: { about }, wanted: { holder, note } }: Of): Opposite => {
  const action = 'desk-case.hand-over';
  return holder === null
    ? { ...common, action, call: takeBack, body: whatOf(about) }
    : { ...common, action, call: handOver, effects: ['mail'], body: { ...whatOf(about), to: holder, note } };
};

const muteAsBefore = ({ data: { about }, wanted: { mutedUntil: until, muteReason: reason } }: Of): Opposite => {
  const action = 'desk-case.mute';
  return until === null
    ? { ...common, action, call: unmuteCauses, body: { causes: [about] } }
    : { ...common, action, call: muteCauses, body: { causes: [about], until, reason } };
};

/** How what support arranged about an operation or a cause is taken back. */
export const deskCaseUndo: UndoRules<DeskCaseEvent> = undoRules(deskCaseDecider, {
  DeskCaseHandedOver: { shows: having, isPersonal: true, opposite: giveBack },
  DeskCaseTakenBack: {
    shows: having,
    isPersonal: true,
    // Nobody gets back what they may not have.
    opposite: (undone) => (undone.data.why === 'right-lost' ? 'portal' : giveBack(undone)),
  },
  DeskCauseMuted: { shows: muting, isPersonal: true, opposite: muteAsBefore },
  DeskCauseUnmuted: { shows: muting, isPersonal: true, opposite: muteAsBefore },
});
