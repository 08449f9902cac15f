import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft, readDraft } from './draft-storage.ts';
import { useDraftKey } from './use-draft-key.ts';

/**
 * Keeps the input of a form in this browser until it is sent, an hour at most. A reload, or a logout of somebody who was away,
 * then loses nothing. Files are not kept. Do not use it for forms with secrets.
 *
 * @param about names the form and the thing that it changes. If an existing thing is changed, include its version: a draft for
 * an older version must not hide the newer one.
 * @returns a function that forgets the draft. Call it when the form is sent or given up.
 */
export const useFormDraft = <Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  about: string,
): (() => void) => {
  const key = useDraftKey(about);
  useEffect(() => {
    const draft = readDraft(key);
    if (draft && typeof draft === 'object') {
      // Not field by field: then the form would not know whether it is valid.
      form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
    }
    const { unsubscribe } = form.watch((values, { type }) => {
      // Ignore changes that the code made.
      if (type !== 'change') return;
      const texts = Object.entries(values).filter(([, value]) => !(value instanceof File));
      keepDraft(key, Object.fromEntries(texts));
    });
    return unsubscribe;
  }, [form, key]);
  return () => forgetDraft(key);
};
