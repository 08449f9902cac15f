import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { changedSettings, type SettingsBody, type UserSettings } from '#domain/user/settings.ts';
import { useCommand } from '#web/api/use-command.ts';
import { setLanguage, useLocale } from '#web/i18n/language.ts';
import { locales } from '#web/i18n/locales.ts';
import { changeSettings, settingsOptions } from './queries.ts';
import { adoptAppearance, isUnsent, markUnsent, setOwner, useAppearance } from './settings-store.ts';

/** Milliseconds: several switches in a row are one change. */
const pause = 600;

const differences = (from: UserSettings, to: UserSettings): SettingsBody =>
  Object.fromEntries(
    Object.entries(to).filter(([name, value]) => from[name as keyof UserSettings] !== value),
  ) as SettingsBody;

/** Keeps the settings of whoever is signed in on the server too: theirs on every device, and the server's when they come. */
export const SettingsKeeper = ({ userId }: { userId: number }) => {
  const { data } = useQuery(settingsOptions(userId));
  const { run } = useCommand(changeSettings);
  const appearance = useAppearance();
  const language = useLocale().code as UserSettings['language'];
  // In development there are others.
  const isOffered = locales.some(({ code }) => code === language);
  /** What the server has; undefined until it said so. */
  const known = useRef<UserSettings>(undefined);

  const send = useEffectEvent(async () => {
    const before = known.current;
    if (!before || !isOffered) return;
    const change = differences(before, { ...appearance, language });
    if (Object.keys(change).length > 0) {
      known.current = changedSettings(before, change);
      if (!(await run(change))) {
        known.current = before;
        return;
      }
    }
    markUnsent(false);
  });

  useEffect(() => {
    setOwner(userId);
    return () => setOwner(undefined);
  }, [userId]);

  useEffect(() => {
    if (!data) return;
    if (isUnsent()) {
      known.current = data;
      void send();
      return;
    }
    const { language: theirs, ...look } = data;
    adoptAppearance(look);
    // Until its texts are there, the language in use is not a choice.
    void setLanguage(theirs)
      .catch(() => undefined)
      .then(() => {
        known.current = data;
      });
  }, [data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either begins the pause anew
  useEffect(() => {
    const timer = setTimeout(() => void send(), pause);
    return () => clearTimeout(timer);
  }, [appearance, language]);

  return null;
};
