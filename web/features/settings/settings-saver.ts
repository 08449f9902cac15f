import { changedSettings, type SettingsBody, type UserSettings } from '#domain/user/settings.ts';

/**
 * How a change is sent.
 *
 * @property run    answers whether the server has taken it.
 * @property cancel ends the one under way.
 */
export type SettingsSending = Readonly<{ run: (change: SettingsBody) => Promise<boolean>; cancel: () => void }>;

/**
 * Takes what somebody chooses to the server, one change after the other: two at once could arrive in another order, and
 * the server would keep the older choice.
 *
 * @param onSaved called when the server has all of it.
 */
export const createSettingsSaver = (onSaved: () => void) => {
  /** What the server has; undefined until it said so. */
  let known: UserSettings | undefined;
  let newest: UserSettings | undefined;
  let underWay: { change: SettingsBody } | undefined;

  /** What the server lacks, and what it may have by the change under way. */
  const changeTo = (before: UserSettings, settings: UserSettings): SettingsBody =>
    Object.fromEntries(
      Object.entries(settings).filter(
        ([name, value]) => before[name as keyof UserSettings] !== value || (underWay && name in underWay.change),
      ),
    );

  /** @param isLeaving nothing can be sent any more after this: it takes the place of the change under way. */
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
    /** The server's settings have come. */
    know: (settings: UserSettings): void => {
      known = settings;
    },
    save,
  };
};
