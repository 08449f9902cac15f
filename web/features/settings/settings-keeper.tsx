import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SettingsBody, UserSettings } from '#domain/user/settings.ts';
import { useCommand } from '../../api/use-command.ts';
import { setLanguage, useLocale } from '../../i18n/language.ts';
import { locales } from '../../i18n/locales.ts';
import { changeSettings, settingsOptions } from './queries.ts';
import { createSettingsSaver } from './settings-saver.ts';
import { adoptAppearance, isUnsent, markUnsent, setOwner, useAppearance } from './settings-store.ts';

/** Milliseconds: several switches in a row are one change. */
const pause = 600;

/** Keeps the settings of whoever is signed in on the server too: theirs on every device, and the server's when they come. */
export const SettingsKeeper = ({ userId }: { userId: number }) => {
  const { data } = useQuery(settingsOptions(userId));
  const { run, cancel } = useCommand(changeSettings);
  const appearance = useAppearance();
  const language = useLocale().code as UserSettings['language'];
  // In development there are others.
  const isOffered = locales.some(({ code }) => code === language);
  const [saver] = useState(() => createSettingsSaver(() => markUnsent(false)));

  const send = useEffectEvent((isLeaving?: boolean) => {
    if (!isOffered) return;
    const sending = { run: async (change: SettingsBody) => Boolean(await run(change)), cancel };
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
    // Until its texts are there, the language in use is not a choice.
    void setLanguage(theirs)
      .catch(() => undefined)
      .then(() => saver.know(data));
  }, [data, saver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either begins the pause anew
  useEffect(() => {
    const timer = setTimeout(() => send(), pause);
    return () => clearTimeout(timer);
  }, [appearance, language]);

  // Who closes the tab has chosen all the same. It is the last that a page hears of, on phones too.
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') send(true);
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, []);

  return null;
};
