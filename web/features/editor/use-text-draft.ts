import { useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../../components/form/draft-storage.ts';

/**
 * Maximum length of a kept text, in characters. Browsers keep 5 million for a tab, which includes the forms' drafts.
 */
const limit = 1_000_000;

export type TextDraft = Readonly<{
  text: string;
  /** The version that the text is based on. Null for a new API. */
  revision: number | null;
}>;

const stored = (key: string): TextDraft | undefined => {
  const draft = readDraft(key) as Partial<TextDraft> | null;
  return typeof draft?.text === 'string' ? { text: draft.text, revision: draft.revision ?? null } : undefined;
};

type Now = Readonly<{
  /** Names the text by its API and its user. */
  key: string;
  /** Returns the unsaved text. Undefined if all is saved. */
  unsaved: () => string | undefined;
  revision: number | null;
  /** Returns whether the user was asked and chose to lose the text. */
  isLeaving: () => boolean;
}>;

/**
 * Keeps unsaved text in this tab if the editor closes without a question: an idle logout, a redirect to a login, or a
 * reload.
 *
 * @returns the text that was kept before, until it is forgotten.
 */
export const useTextDraft = (now: Now) => {
  const [draft, setDraft] = useState(() => stored(now.key));
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => {
    const keep = () => {
      const { key, unsaved, revision, isLeaving } = latest.current;
      const text = unsaved();
      if (text !== undefined && text.length <= limit && !isLeaving()) keepDraft(key, { text, revision });
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
  const forget = () => {
    forgetDraft(latest.current.key);
    setDraft(undefined);
  };
  return { draft, forget };
};
