import { toNestErrors } from '@hookform/resolvers';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { problemsOf } from '#domain/core/validation.ts';
import { useErrorText } from '../../i18n/error-text.ts';

/** Start values of a form. Undefined where nothing is chosen yet. */
export type Defaults<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/**
 * Makes a form that validates with a schema of domain/, the same one that the server uses. Errors become codes, as on
 * the server, and then words. `defaults` must contain every field; use '' for empty text.
 *
 * @param mode use `onSubmit` for a dialog that focuses its first field. Otherwise an error that appears when the field
 * loses the focus would move the buttons from under the pointer.
 */
export const useZodForm = <Schema extends z.ZodMiniType<FieldValues, FieldValues>>(
  schema: Schema,
  defaults: Defaults<z.input<Schema>>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
) => {
  type Input = z.input<Schema>;
  type Output = z.output<Schema>;
  const errorText = useErrorText();
  const resolver: Resolver<Input, unknown, Output> = (values, _context, options) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const flat: Record<string, FieldError> = {};
    for (const problem of problemsOf(parsed.error)) {
      const field = problem.field ?? 'root';
      flat[field] ??= { type: problem.code, message: errorText(problem) };
    }
    return { values: {}, errors: toNestErrors(flat, options) as FieldErrors<Input> };
  };
  return useForm<Input, unknown, Output>({
    resolver,
    defaultValues: defaults as DefaultValues<Input>,
    mode,
  });
};
