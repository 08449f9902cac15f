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
import { keepComingMessages } from './coming-message.ts';

/** Start values of a form. Undefined where nothing is chosen yet. */
export type Defaults<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/**
 * Makes a form that validates with a schema of domain/, the same one that the server uses. Errors become codes, as on
 * the server, and then words. `defaults` must contain every field; use '' for empty text.
 *
 * @param mode use `onSubmit` for a dialog that focuses its first field, so that leaving it for Cancel shows no error.
 */
export const useZodForm = <Schema extends z.ZodMiniType<FieldValues, FieldValues>>(
  schema: Schema,
  defaults: Defaults<z.input<Schema>>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
) => {
  type Input = z.input<Schema>;
  type Output = z.output<Schema>;
  const errorText = useErrorText();
  const errorsIn = (error: z.core.$ZodError): Record<string, FieldError> => {
    const flat: Record<string, FieldError> = {};
    for (const problem of problemsOf(error)) {
      const field = problem.field ?? 'root';
      flat[field] ??= { type: problem.code, message: errorText(problem) };
    }
    return flat;
  };
  const resolver: Resolver<Input, unknown, Output> = (values, _context, options) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    return { values: {}, errors: toNestErrors(errorsIn(parsed.error), options) as FieldErrors<Input> };
  };
  const form = useForm<Input, unknown, Output>({
    resolver,
    defaultValues: defaults as DefaultValues<Input>,
    mode,
  });
  keepComingMessages(form.control, (name) => {
    const { error } = schema.safeParse(form.getValues());
    return error && errorsIn(error)[name]?.message;
  });
  return form;
};
