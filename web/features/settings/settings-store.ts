import { useSyncExternalStore } from 'react';
import { onShared, readShared, writeShared } from '../../api/shared-storage.ts';
import { setLanguage } from '../../i18n/language.ts';
import { type Appearance, animationMode, isPageAnimationUnsupported, parseAppearance, themeAt } from './appearance.ts';

/** The same key as public/boot.js. */
const key = 'apim-settings';
/** Milliseconds after which the hour is looked at again. */
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

/** Whose choices they are from now on: a user's id, or whoever logs in next. */
export const setOwner = (userId: number | undefined): void => {
  owner = userId === undefined ? anyone : String(userId);
};

/** Whether this user, or somebody before the login, chose something here that the server does not have. */
export const isUnsent = (): boolean => [owner, anyone].includes(readShared(unsentKey) ?? '');
export const markUnsent = (unsent: boolean): void => writeShared(unsentKey, unsent ? owner : '');

/** Shows settings that the server has. */
export const adoptAppearance = (settings: Appearance): void => {
  adopt(settings);
  writeShared(key, JSON.stringify(current));
};

/** Chooses how the portal looks in this browser, in all its tabs; SettingsKeeper takes it to the server. */
export const chooseAppearance = (change: Partial<Appearance>): void => {
  markUnsent(true);
  adoptAppearance({ ...current, ...change });
};

/** Chooses the language of this browser, and of whoever is signed in. Rejects when its texts can't be loaded. */
export const chooseLanguage = async (code: string): Promise<void> => {
  // Before its texts are there too: the server's settings may come meanwhile, and must not take its place.
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

/** Applies the settings, and keeps them applied: with the hour, and with what another tab changes. */
export const startAppearance = (): void => {
  applyToPage();
  setInterval(applyToPage, hourInterval);
  onShared(key, (text) => adopt(parseAppearance(text)));
};
