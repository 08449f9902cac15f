import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/** Why somebody has a case no longer: it was given back, or that person may not have it any more. */
const takenBackReasons = ['given-back', 'right-lost'] as const;

/** `about`: an operation's id, or a cause of the desk (`domain/operation/desk.ts`), which holds for all that have it. */
const about = { about: z.string() };

export const deskCaseEvents = {
  /** `ownerOf`: the application whose owner gets it. Absent: somebody of the staff. */
  DeskCaseHandedOver: event(z.object({ ...about, to: idSchema, ownerOf: z.optional(idSchema), note: z.string() })),
  DeskCaseTakenBack: event(z.object({ ...about, from: idSchema, why: z.enum(takenBackReasons) })),
  DeskCauseMuted: event(z.object({ ...about, until: z.string(), reason: z.string() })),
  DeskCauseUnmuted: event(z.object(about)),
};

export type DeskCaseEvent = EventsOf<typeof deskCaseEvents>;

type DataOf<Type extends DeskCaseEvent['type']> = Extract<DeskCaseEvent, { type: Type }>['data'];

export type DeskCaseCommand =
  | Command<'HandOver', DataOf<'DeskCaseHandedOver'>>
  /** `from`: only from this person. Absent: from whoever has it. */
  | Command<'TakeBack', { about: string; from?: number; why: DataOf<'DeskCaseTakenBack'>['why'] }>
  | Command<'MuteCause', DataOf<'DeskCauseMuted'> & { now: string }>
  | Command<'UnmuteCause', { about: string; now: string }>;

/** What support arranged about an operation or a cause. Nulls: nobody has it; it is not muted. Then the texts are ''. */
export type DeskCase = Readonly<{ holder: number | null; note: string; mutedUntil: string | null; muteReason: string }>;
