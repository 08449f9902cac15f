import { useSyncExternalStore } from 'react';
import { onShared, readShared, writeShared } from '../../api/shared-storage.ts';
import { languageKey, setLanguage } from '../../i18n/language.ts';
import { type Appearance, animationMode, isPageAnimationUnsupported, parseAppearance, themeAt } from './appearance.ts';

/** The same key as in public/boot.js. */
const key = 'apim-settings';
/** Milliseconds between checks of the hour. */
const hourInterval = 60_000;

const listeners = new Set<() => void>();
let current = parseAppearance(readShared(key));

export const isPageAnimationDisabled = isPageAnimationUnsupported(navigator.userAgent);

const applyToPage = (): void => {
  const { dataset } = document.documentElement;
  dataset.theme = themeAt(current, new Date().getHours());
  dataset.header = current.stickyHeader ? 'sticky' : 'scrolls';
  dataset.animations = animationMode(current, isPageAnimationDisabled);
};

const adopt = (next: Appearance): void => {
  current = next;
  applyToPage();
  for (const listener of listeners) listener();
};

const unsentKey = 'apim-settings-unsent';
const anyone = 'anyone';
let owner = anyone;

/** Sets the owner of new choices: a user's id, or undefined for the next user who logs in. */
export const setOwner = (userId: number | undefined): void => {
  owner = userId === undefined ? anyone : String(userId);
};

/** Returns whether this user, or somebody before the login, chose something here that the server does not have. */
export const isUnsent = (): boolean => [owner, anyone].includes(readShared(unsentKey) ?? '');
export const markUnsent = (unsent: boolean): void => writeShared(unsentKey, unsent ? owner : '');

/** Applies the server's settings. */
export const adoptAppearance = (settings: Appearance): void => {
  adopt(settings);
  writeShared(key, JSON.stringify(current));
};

/** Changes the portal's look in all tabs of this browser. SettingsKeeper saves it on the server. */
export const chooseAppearance = (change: Partial<Appearance>): void => {
  markUnsent(true);
  adoptAppearance({ ...current, ...change });
};

/** Changes the language of this browser and of the logged-in user. Rejects if its texts can't be loaded. */
export const chooseLanguage = async (code: string): Promise<void> => {
  // Mark it before the texts are loaded, because the server's settings may arrive in the meantime and must not replace
  // it.
  markUnsent(true);
  await setLanguage(code);
  markUnsent(true);
};

const currentAppearance = (): Appearance => current;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, currentAppearance);

/** Applies the settings, and applies them again when the hour changes or another tab changes them. The language is applied before. */
export const startAppearance = (): void => {
  applyToPage();
  setInterval(applyToPage, hourInterval);
  onShared(key, (text) => adopt(parseAppearance(text)));
  // Without its texts this tab keeps its language until it is loaded again.
  onShared(languageKey, (code) => void setLanguage(code ?? '', true).catch(() => undefined));
};
