import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft, readDraft } from './draft-storage.ts';

/**
 * Keeps the input of a long form in this tab until it is sent. A reload, or a login that replaces the page, then loses
 * nothing. Files are not kept. Do not use it for forms with secrets.
 *
 * @param about names the form, the thing that it changes, and the user. If an existing thing is changed, include its
 * version: a draft for an older version must not hide the newer one. Only the first value counts: the form stays the
 * one that was opened, also when its data is read again.
 * @returns a function that forgets the draft. Call it when the form is sent or given up.
 */
export const useFormDraft = <Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  about: string,
): (() => void) => {
  const [key] = useState(about);
  useEffect(() => {
    const draft = readDraft(key);
    if (draft && typeof draft === 'object') {
      for (const [name, value] of Object.entries(draft)) {
        form.setValue(name as Parameters<typeof form.setValue>[0], value, { shouldDirty: true });
      }
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
