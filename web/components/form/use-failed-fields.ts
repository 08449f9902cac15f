import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { OperationRow } from '#domain/operation/schema.ts';
import { useErrorText } from '../../i18n/error-text.ts';

/** Shows the gateway's errors at the fields that caused them, and focuses the first. */
export const useFailedFields = <Input extends FieldValues, Values>(
  form: UseFormReturn<Input, unknown, Values>,
  operation: OperationRow | undefined,
): void => {
  const errorText = useErrorText();
  const { setError, getValues } = form;
  useEffect(() => {
    if (operation?.state !== 'failed') return;
    const names = new Set(Object.keys(getValues()));
    const own = operation.problems.filter(({ field }) => names.has(field?.split('.')[0] ?? ''));
    own.forEach((problem, index) => {
      setError(
        problem.field as Path<Input>,
        { type: 'server', message: errorText(problem) },
        { shouldFocus: index === 0 },
      );
    });
  }, [operation, setError, getValues, errorText]);
};
