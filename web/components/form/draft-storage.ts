const prefix = 'apim-draft-';

const storage = (): Storage | undefined => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
};

/** What was kept in this tab under a key; null when nothing was. */
export const readDraft = (key: string): unknown => {
  try {
    return JSON.parse(storage()?.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
};

/** @param key names what is written, what it is about, and the user. */
export const keepDraft = (key: string, draft: unknown): void => {
  try {
    storage()?.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // Full or blocked: a convenience is gone, nothing else.
  }
};

export const forgetDraft = (key: string): void => storage()?.removeItem(prefix + key);

/** Everything that was typed and not sent, of everybody who used this tab. */
export const forgetDrafts = (): void => {
  const drafts = storage();
  if (!drafts) return;
  for (const key of Object.keys(drafts)) if (key.startsWith(prefix)) drafts.removeItem(key);
};
