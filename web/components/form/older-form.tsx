import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { OlderFields } from './older-fields.ts';
import type { OlderFormState } from './use-older-form.ts';

/** Loaded when somebody else was faster. */
const OlderFormDialog = lazy(() =>
  import('./older-form-dialog.tsx').then((module) => ({ default: module.OlderFormDialog })),
);

type Props<Values extends FieldValues> = Readonly<{
  older: OlderFormState;
  fields: OlderFields;
  /** Undefined for a form whose fields all have a `put`. */
  form?: UseFormReturn<Values, unknown, unknown>;
  /** Saves the form as it is then. */
  save: () => unknown;
}>;

/** Asks what to keep when a form was refused as an older one. May stand within the form: a dialog is drawn outside of it. */
export const OlderForm = <Values extends FieldValues>({ older, fields, form, save }: Props<Values>): ReactNode => {
  const { refused } = older;
  const [isDue, setDue] = useState(false);
  // Only the next rendering knows the values that were put into the form.
  useEffect(() => {
    if (!isDue) return;
    setDue(false);
    save();
  }, [isDue, save]);
  /** Kept while the dialog fades. */
  const [last, setLast] = useState(refused);
  if (refused !== undefined && refused !== last) setLast(refused);
  if (!last) return null;
  return (
    <Suspense>
      <OlderFormDialog
        key={last.changed.basedOn}
        refused={last}
        isOpen={refused !== undefined}
        fields={fields}
        put={(field, value) =>
          form?.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
            shouldDirty: true,
            shouldValidate: true,
          })
        }
        onLeave={older.leave}
        onAccept={(isSaved) => {
          older.accept(last);
          setDue(isSaved);
        }}
      />
    </Suspense>
  );
};
