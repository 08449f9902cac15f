import { useSyncExternalStore } from 'react';

export const themes = ['system', 'blue', 'light', 'nature', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The same key as public/boot.js, which applies it before the first paint. */
const storageKey = 'apim-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const stored = (): Theme => {
  try {
    const value = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === value) ?? 'system';
  } catch {
    return 'system';
  }
};

let current = stored();

const apply = (): void => {
  document.documentElement.dataset.theme = current === 'system' ? (dark.matches ? 'dark' : 'blue') : current;
};

dark.addEventListener('change', apply);

export const setTheme = (theme: Theme): void => {
  current = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is blocked: it lasts until the page is left.
  }
  apply();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current);
