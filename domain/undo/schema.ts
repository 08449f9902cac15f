import * as z from 'zod/mini';
import { acts } from '../audit/acts.ts';
import { laterUseKinds, type UseKind, undoActs, undoEffects, useKinds } from '../core/undo.ts';
import { caseReasons, finalReasons, stayReasons } from '../core/undo-fields.ts';

/**
 * Why an entry can't be undone now, besides reasons that never change.
 *
 * - `undone`: it is undone already.
 * - `moved`: fields that it changed were changed again since.
 * - `gone`: the thing is not there any more.
 * - `nothing`: it changed nothing that can be put back.
 * - `unknown`: this release does not know the event.
 */
export const standingReasons = ['undone', 'moved', 'gone', 'nothing', 'unknown'] as const;

/**
 * Why the reader can't do the opposite.
 *
 * - `right`: they may not.
 * - `nobody`: it needs a second person, and nobody else is there who could approve it.
 * - `together`: a part of it needs a second person and the rest does not, so it can't be one command.
 */
const readerReasons = ['right', 'nobody', 'together'] as const;

const value = z.union([z.string(), z.number(), z.boolean(), z.readonly(z.array(z.string())), z.null()]);
const change = z.object({ field: z.string(), from: value, to: value });

/** An entry that another one points to. `user`: null where it was the portal, or somebody whom the reader may not know. */
const pointed = z.object({
  id: z.uuid(),
  act: z.enum(acts),
  happenedAt: z.string(),
  user: z.nullable(z.object({ id: z.int(), name: z.string() })),
});

/**
 * `GET /api/undo/{id}`: what undoing an entry would do now.
 *
 * @property reason  why it can't be undone; null: it can.
 * @property stays   more about `begins`, for a release that knows it.
 * @property fields  those that stand in the way.
 * @property by      the later entry that stands in the way.
 * @property uses    what belongs to the thing by now.
 * @property others  more of it, of kinds that the last release does not know.
 * @property why     what to ask `GET /api/why-not` about a right that is missing.
 * @property does    what the opposite command does.
 * @property changes from the value of now to the former one.
 * @property kept    how many other fields were changed since. They stay as they are.
 * @property send    the opposite command. It says in the header `x-undoes` which entry it takes back.
 */
export const undoPreview = z.object({
  reason: z.nullable(z.enum([...finalReasons, ...caseReasons, ...standingReasons, ...readerReasons])),
  stays: z._default(z.catch(z.nullable(z.enum(stayReasons)), null), null),
  fields: z.array(z.string()),
  by: z.nullable(pointed),
  uses: z._default(z.array(z.object({ kind: z.enum(useKinds), count: z.int() })), []),
  others: z._default(z.array(z.object({ kind: z.enum(laterUseKinds), count: z.int() })), []),
  why: z.nullable(z.record(z.string(), z.union([z.string(), z.number()]))),
  does: z.nullable(z.enum(undoActs)),
  changes: z.array(change),
  effects: z.array(z.enum(undoEffects)),
  kept: z.int(),
  send: z.nullable(
    z.object({
      method: z.enum(['post', 'put', 'delete']),
      path: z.string(),
      body: z.nullable(z.record(z.string(), z.unknown())),
      form: z.nullable(z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))),
    }),
  ),
});
export type UndoPreview = z.output<typeof undoPreview>;
export type Uses = readonly Readonly<{ kind: UseKind; count: number }>[];

/** What the opposite command answers, as far as all of them do. `refused`: of a command about several things. */
export const undoSent = z.looseObject({
  position: z.optional(z.string()),
  operationId: z.optional(z.nullable(z.string())),
  approvalId: z.optional(z.int()),
  refused: z.optional(z.array(z.looseObject({ code: z.string() }))),
});
