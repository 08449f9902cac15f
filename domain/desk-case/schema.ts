import * as z from 'zod/mini';
import { decidedMany } from '../core/decided-many.ts';
import { idSchema } from '../core/id.ts';
import { causeSchema, mostAtOnce } from '../operation/desk.ts';
import { mostCausesAtOnce, mostMutedDays } from './limits.ts';

const words = z.string().check(z.trim(), z.minLength(1, 'operation.reason-required'), z.maxLength(500));

/** What is handed over: operations by themselves, or whole causes, with all that will have them. */
const what = {
  operationIds: z._default(z.array(z.uuid()).check(z.maxLength(mostAtOnce)), []),
  causes: z._default(z.array(causeSchema).check(z.maxLength(mostCausesAtOnce)), []),
};

export const handOverBody = z.strictObject({ ...what, to: idSchema, note: words });

export const takeBackBody = z.strictObject(what);

const causes = z.array(causeSchema).check(z.minLength(1), z.maxLength(mostCausesAtOnce));

/** What the form asks for. */
export const muteForm = z.object({ days: z.int().check(z.minimum(1), z.maximum(mostMutedDays)), reason: words });

/** Either for some days from now, or until a time: undoing puts back the former one. */
export const muteBody = z.union([
  z.strictObject({ causes, ...muteForm.shape }),
  z.strictObject({ causes, reason: words, until: z.iso.datetime() }),
]);

export const unmuteBody = z.strictObject({ causes });

export const casesDecided = decidedMany;

/** Who may get a case. @property isOwner of the application that the operation's API belongs to. */
export const deskPeople = z.object({
  people: z.array(z.object({ id: idSchema, name: z.string(), isOwner: z.boolean() })),
});
