import * as z from 'zod';
import { invalidInput, refuseUnstorable } from '../input/invalid.ts';

/** Returns the filled-in fields. An empty field counts as not given. */
export const filledIn = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/**
 * Parses the fields of a multipart form with their schema.
 *
 * @throws RefusedError by field.
 */
export const parseFields = <Schema extends z.core.$ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, string>>,
): z.output<Schema> => {
  const parsed = z.safeParse(schema, fields);
  if (!parsed.success) throw invalidInput(parsed.error);
  refuseUnstorable(parsed.data);
  return parsed.data;
};
