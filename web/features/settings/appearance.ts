import type { Theme, UserSettings } from '#domain/user/settings.ts';

/** What this browser keeps, and public/boot.js applies before the first paint; the language is kept by i18n. */
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

/** The night begins at 21 and ends with the hour that begins at 7. */
export const isNight = (hour: number): boolean => hour >= 21 || hour <= 7;

/** The theme to be seen in an hour of the day, 0 to 23. */
export const themeAt = ({ theme, autoNightMode }: Appearance, hour: number): Theme =>
  autoNightMode && isNight(hour) ? 'dark' : theme;

/** Internet Explorer, Edge and Safari show no page animations. */
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

/** Settings from this browser's storage: what is missing or unknown is the default. */
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
