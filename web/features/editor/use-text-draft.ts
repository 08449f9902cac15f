import { useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../../components/form/draft-storage.ts';

/** Characters of a text that is kept. Browsers keep 5 million in a tab, the forms' drafts among them. */
const limit = 1_000_000;

export type TextDraft = Readonly<{
  text: string;
  /** The version that it was based on; null when it was for a new API. */
  revision: number | null;
}>;

const stored = (key: string): TextDraft | undefined => {
  const draft = readDraft(key) as Partial<TextDraft> | null;
  return typeof draft?.text === 'string' ? { text: draft.text, revision: draft.revision ?? null } : undefined;
};

type Now = Readonly<{
  /** Names the text: of which API, and whose. */
  key: string;
  /** What is not saved; undefined when all is. */
  unsaved: () => string | undefined;
  revision: number | null;
  /** Whether somebody was asked, and chose to lose it. */
  isLeaving: () => boolean;
}>;

/**
 * Keeps in this tab what was typed and not saved when the editor goes without anybody having been asked: logged out for
 * being idle, sent to a login, reloaded.
 *
 * @returns what was kept before, until it is forgotten.
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
