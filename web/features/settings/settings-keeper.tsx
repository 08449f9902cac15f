import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SettingsBody, UserSettings } from '#domain/user/settings.ts';
import { useCommand } from '../../api/use-command.ts';
import { setLanguage, useLocale } from '../../i18n/language.ts';
import { locales } from '../../i18n/locales.ts';
import { saveSettingsCommand, settingsOptions } from './queries.ts';
import { createSettingsSaver } from './settings-saver.ts';
import { adoptAppearance, isUnsent, markUnsent, setOwner, useAppearance } from './settings-store.ts';

/** Milliseconds to wait, so that several choices in a row become one change. */
const pause = 600;

/**
 * Saves the logged-in user's settings on the server too, for all their devices. Applies the server's settings when they
 * are loaded.
 */
export const SettingsKeeper = ({ userId }: { userId: number }) => {
  const { data } = useQuery(settingsOptions(userId));
  const { run, cancel } = useCommand(saveSettingsCommand);
  const appearance = useAppearance();
  const language = useLocale().code as UserSettings['language'];
  // Development has other languages too.
  const isOffered = locales.some(({ code }) => code === language);
  const [saver] = useState(() => createSettingsSaver(() => markUnsent(false)));

  const send = useEffectEvent((isLeaving?: boolean) => {
    if (!isOffered) return;
    const sending = { run: async (change: SettingsBody) => Boolean(await run({ body: change })), cancel };
    void saver.save({ ...appearance, language }, sending, isLeaving);
  });

  useEffect(() => {
    setOwner(userId);
    return () => setOwner(undefined);
  }, [userId]);

  useEffect(() => {
    if (!data) return;
    if (isUnsent()) {
      saver.know(data);
      send();
      return;
    }
    const { language: theirs, ...look } = data;
    adoptAppearance(look);
    // The language in use is not the user's choice until the chosen texts are loaded.
    void setLanguage(theirs)
      .catch(() => undefined)
      .then(() => saver.know(data));
  }, [data, saver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either one restarts the pause
  useEffect(() => {
    const timer = setTimeout(() => send(), pause);
    return () => clearTimeout(timer);
  }, [appearance, language]);

  // A choice also counts if the tab is closed. This is the last event that a page gets, also on phones.
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') send(true);
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, []);

  return null;
};
