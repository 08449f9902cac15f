import type * as z from 'zod';
import { invalidInput, refuseUnstorable } from '../input/invalid.ts';

/** The fields that were filled in, where one that was left empty counts as not given. */
export const filledIn = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/**
 * The fields of a multipart form as their schema has them.
 *
 * @throws RefusedError by field.
 */
export const parseFields = <Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, string>>,
): z.output<Schema> => {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) throw invalidInput(parsed.error);
  refuseUnstorable(parsed.data);
  return parsed.data;
};
