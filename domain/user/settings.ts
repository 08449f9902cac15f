import * as z from 'zod/mini';

/** The languages of the portal. Hebrew is written from right to left. */
export const languages = ['en', 'de', 'sk', 'fr', 'es', 'pt-br', 'zh-cn', 'he'] as const;
export const languageSchema = z.enum(languages);
export type Language = (typeof languages)[number];

export const themes = ['blue', 'light', 'nature', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** A person's settings of the portal. The clock and reduced motion are settings of the browser. */
export const userSettings = z.object({
  language: languageSchema,
  theme: z.enum(themes),
  autoNightMode: z.boolean(),
  stickyHeader: z.boolean(),
  pageAnimations: z.boolean(),
  elementsAnimations: z.boolean(),
});
export type UserSettings = z.output<typeof userSettings>;

/** Default settings. */
export const defaultSettings: UserSettings = {
  language: 'en',
  theme: 'blue',
  autoNightMode: false,
  stickyHeader: true,
  pageAnimations: true,
  elementsAnimations: true,
};

/** `PUT /api/user/settings`. Missing settings don't change. */
export const settingsBody = z.strictObject(z.partial(userSettings).shape);
export type SettingsBody = z.output<typeof settingsBody>;

/** Returns settings after a change. */
export const changedSettings = <Settings extends object>(
  settings: Settings,
  change: { readonly [name in keyof Settings]?: Settings[name] | undefined },
): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});
