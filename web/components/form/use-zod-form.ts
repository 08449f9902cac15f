import { toNestErrors } from '@hookform/resolvers';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod';
import { problemsOf } from '#domain/core/validation.ts';
import { useErrorText } from '../../i18n/error-text.ts';

/** What a form starts with; undefined where nothing is chosen yet. */
export type Defaults<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/**
 * A form whose rules are a schema of domain/, the very one that the server checks. What the schema refuses is turned
 * into codes as on the server, and into words here. `defaults` hold every field: '' for text that is not given.
 *
 * @param mode `onSubmit` for a dialog, whose first field has the focus: what leaving it would say moves the buttons
 *             from under the pointer.
 */
export const useZodForm = <Schema extends z.ZodType<FieldValues, FieldValues>>(
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
