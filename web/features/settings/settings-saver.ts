import { changedSettings, type SettingsBody, type UserSettings } from '#domain/user/settings.ts';

/**
 * Sends a change.
 *
 * @property run returns whether the server has accepted it.
 * @property cancel ends the current one.
 */
export type SettingsSending = Readonly<{ run: (change: SettingsBody) => Promise<boolean>; cancel: () => void }>;

/**
 * Saves choices on the server, one change after the other. Two changes at once could arrive in the wrong order, and the
 * server would keep the older choice.
 *
 * @param onSaved called when the server has everything.
 */
export const createSettingsSaver = (onSaved: () => void) => {
  /** The server's settings. Undefined until they are known. */
  let known: UserSettings | undefined;
  let newest: UserSettings | undefined;
  let underWay: { change: SettingsBody } | undefined;

  /** Returns the settings that the server lacks, with those that the running change may have set. */
  const changeTo = (before: UserSettings, settings: UserSettings): SettingsBody =>
    Object.fromEntries(
      Object.entries(settings).filter(
        ([name, value]) => before[name as keyof UserSettings] !== value || (underWay && name in underWay.change),
      ),
    );

  /** @param isLeaving true if nothing can be sent later. It replaces the running change. */
  const save = async (settings: UserSettings, sending: SettingsSending, isLeaving = false): Promise<void> => {
    newest = settings;
    if (!known || (underWay && !isLeaving)) return;
    const before = known;
    const change = changeTo(before, settings);
    if (Object.keys(change).length === 0) return onSaved();
    if (underWay) {
      if (JSON.stringify(underWay.change) === JSON.stringify(change)) return;
      sending.cancel();
    }
    const own = { change };
    underWay = own;
    const isTaken = await sending.run(change);
    if (underWay !== own) return;
    underWay = undefined;
    if (isTaken) known = changedSettings(before, change);
    else if (newest === settings) return;
    await save(newest, sending);
  };

  return {
    /** Call it with the server's settings. */
    know: (settings: UserSettings): void => {
      known = settings;
    },
    save,
  };
};
