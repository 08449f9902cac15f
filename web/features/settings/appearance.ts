import type { Theme, UserSettings } from '#domain/user/settings.ts';

/**
 * The settings that this browser keeps and that public/boot.js applies before the first paint. i18n keeps the language.
 */
export type Appearance = Omit<UserSettings, 'language'>;

export const themes = ['blue', 'light', 'nature', 'dark'] as const satisfies readonly Theme[];

/** The default look. The schema has the same defaults, but zod is not loaded with the app's first page. */
export const defaultAppearance: Appearance = {
  theme: 'blue',
  autoNightMode: false,
  stickyHeader: true,
  pageAnimations: true,
  elementsAnimations: true,
};

/** Returns whether it is night: from 21:00 until 7:59. */
export const isNight = (hour: number): boolean => hour >= 21 || hour <= 7;

/** Returns the theme for an hour of the day, 0 to 23. */
export const themeAt = ({ theme, autoNightMode }: Appearance, hour: number): Theme =>
  autoNightMode && isNight(hour) ? 'dark' : theme;

/** Returns whether the browser shows no page animations: Internet Explorer, Edge and Safari. */
export const isPageAnimationUnsupported = (userAgent: string): boolean =>
  /MSIE|Trident|Edg/.test(userAgent) ||
  (/Safari\//.test(userAgent) && !/Chrom(e|ium)\/|CriOS\/|Android/.test(userAgent));

export type AnimationMode = 'ALL' | 'PAGE' | 'ELEMENTS' | 'NONE';

export const animationMode = (
  { pageAnimations, elementsAnimations }: Appearance,
  isPageUnsupported: boolean,
): AnimationMode => {
  const pages = pageAnimations && !isPageUnsupported;
  if (pages && elementsAnimations) return 'ALL';
  if (pages) return 'PAGE';
  return elementsAnimations ? 'ELEMENTS' : 'NONE';
};

/** Reads settings from this browser's storage. Missing or unknown values become the defaults. */
export const parseAppearance = (text: string | null): Appearance => {
  let stored: Record<string, unknown>;
  try {
    stored = Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return defaultAppearance;
  }
  const on = (name: Exclude<keyof Appearance, 'theme'>): boolean =>
    typeof stored[name] === 'boolean' ? stored[name] : defaultAppearance[name];
  return {
    theme: themes.find((theme) => theme === stored.theme) ?? defaultAppearance.theme,
    autoNightMode: on('autoNightMode'),
    stickyHeader: on('stickyHeader'),
    pageAnimations: on('pageAnimations'),
    elementsAnimations: on('elementsAnimations'),
  };
};
