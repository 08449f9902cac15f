const prefix = 'apim-draft-';

const storage = (): Storage | undefined => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
};

/** Returns what this tab keeps under a key. Returns null if there is nothing. */
export const readDraft = (key: string): unknown => {
  try {
    return JSON.parse(storage()?.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
};

/** @param key names the form, the thing that it changes, and the user. */
export const keepDraft = (key: string, draft: unknown): void => {
  try {
    storage()?.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // Storage is full or blocked. Only a convenience is lost.
  }
};

export const forgetDraft = (key: string): void => storage()?.removeItem(prefix + key);

/** Forgets all drafts of everybody who used this tab. */
export const forgetDrafts = (): void => {
  const drafts = storage();
  if (!drafts) return;
  for (const key of Object.keys(drafts)) if (key.startsWith(prefix)) drafts.removeItem(key);
};
