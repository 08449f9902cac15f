import type * as z from 'zod';
import { invalidInput, refuseUnstorable } from './invalid.ts';

/**
 * The fields of a multipart form as their schema has them; a field that was left empty counts as not given.
 *
 * @throws RefusedError by field.
 */
export const parseFields = <Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, string>>,
): z.output<Schema> => {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')));
  if (!parsed.success) throw invalidInput(parsed.error);
  refuseUnstorable(parsed.data);
  return parsed.data;
};
