import { useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from './draft-storage.ts';
import { useDraftKey } from './use-draft-key.ts';

/**
 * As `useState`, for what somebody chooses beside a form's own fields. It is kept as `useFormDraft` keeps those.
 *
 * @param about  as there. Names the choice too.
 * @param isFit  says whether a kept value is of the form's own kind.
 * @returns the value; `choose` sets and keeps it, `set` only sets it; `forget` is called where the form's draft is forgotten.
 */
export const useDraftState = <Value>(about: string, initial: Value, isFit: (kept: unknown) => kept is Value) => {
  const key = useDraftKey(about);
  const [value, set] = useState<Value>(() => {
    const kept = readDraft(key);
    return isFit(kept) ? kept : initial;
  });
  const choose = (next: Value) => {
    set(next);
    keepDraft(key, next);
  };
  return { value, set, choose, forget: () => forgetDraft(key) };
};
