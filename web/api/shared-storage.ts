/** Reads a value that all tabs of this browser share under `apim-`. Blocked storage reads as empty. */
export const readShared = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeShared = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked. Each tab works alone.
  }
};

/**
 * Calls the listener with values that other tabs wrote, never with this tab's own. Returns a function that removes the
 * listener.
 */
export const onShared = (key: string, listener: (value: string | null) => void): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) listener(event.newValue);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};
