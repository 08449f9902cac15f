const prefix = 'apim-draft-';

/** Milliseconds that a draft is kept after its last change: long enough for a pause, short enough for a shared computer. */
const keptFor = 3_600_000;

type Kept = Readonly<{ at: number; draft: unknown }>;

/** The browser's, not the tab's: whoever logs in again may do so in another tab. */
const storage = (): Storage | undefined => {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
};

const keptIn = (drafts: Storage, key: string): Kept | undefined => {
  try {
    const kept = JSON.parse(drafts.getItem(key) ?? 'null') as Kept | null;
    return kept !== null && Date.now() - kept.at < keptFor ? kept : undefined;
  } catch {
    return undefined;
  }
};

const forgetWhere = (isOver: (drafts: Storage, key: string) => boolean): void => {
  const drafts = storage();
  if (!drafts) return;
  for (const key of Object.keys(drafts)) if (key.startsWith(prefix) && isOver(drafts, key)) drafts.removeItem(key);
};

/** Returns what this browser keeps under a key. Returns null if there is nothing, or it is an hour old. Forgets all that is that old. */
export const readDraft = (key: string): unknown => {
  forgetWhere((drafts, one) => !keptIn(drafts, one));
  const drafts = storage();
  return (drafts && keptIn(drafts, prefix + key)?.draft) ?? null;
};

/** @param key names the form, the thing that it changes, and the user. */
export const keepDraft = (key: string, draft: unknown): void => {
  try {
    storage()?.setItem(prefix + key, JSON.stringify({ at: Date.now(), draft } satisfies Kept));
  } catch {
    // Storage is full or blocked. Only a convenience is lost.
  }
};

export const forgetDraft = (key: string): void => storage()?.removeItem(prefix + key);

/** Forgets all drafts of everybody who used this browser. */
export const forgetDrafts = (): void => forgetWhere(() => true);
