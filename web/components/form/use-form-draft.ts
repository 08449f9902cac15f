import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft, readDraft } from './draft-storage.ts';

/**
 * Keeps what is typed into a long form in this tab until it is sent, so that a login through the whole page, or a
 * reload, loses nothing. Files are not kept; don't use it for forms with secrets.
 *
 * @param about names the form, what it is about (where something is changed, its version too: what was typed over an
 *              older one must not hide the newer), and the user. What it is at first counts: a form stays the one that
 *              was opened when its subject is read anew.
 * @returns what forgets the draft, for when it is sent or given up.
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
      // Only what a person changed.
      if (type !== 'change') return;
      const texts = Object.entries(values).filter(([, value]) => !(value instanceof File));
      keepDraft(key, Object.fromEntries(texts));
    });
    return unsubscribe;
  }, [form, key]);
  return () => forgetDraft(key);
};
