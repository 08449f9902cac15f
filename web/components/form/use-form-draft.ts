import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const prefix = 'apim-draft-';

const storage = (): Storage | undefined => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
};

const stored = (key: string): unknown => {
  try {
    return JSON.parse(storage()?.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
};

/** Everything that was typed and not sent, of everybody who used this tab. */
export const forgetDrafts = (): void => {
  const drafts = storage();
  if (!drafts) return;
  for (const key of Object.keys(drafts)) if (key.startsWith(prefix)) drafts.removeItem(key);
};

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
    const draft = stored(key);
    if (draft && typeof draft === 'object') {
      for (const [name, value] of Object.entries(draft)) {
        form.setValue(name as Parameters<typeof form.setValue>[0], value, { shouldDirty: true });
      }
    }
    const { unsubscribe } = form.watch((values, { type }) => {
      // Only what a person changed.
      if (type !== 'change') return;
      const texts = Object.entries(values).filter(([, value]) => !(value instanceof File));
      try {
        storage()?.setItem(prefix + key, JSON.stringify(Object.fromEntries(texts)));
      } catch {
        // Full or blocked: a convenience is gone, nothing else.
      }
    });
    return unsubscribe;
  }, [form, key]);
  return () => storage()?.removeItem(prefix + key);
};
