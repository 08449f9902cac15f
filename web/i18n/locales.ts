import type { Language } from '#domain/user/settings.ts';
import type { TextIndex } from './lazy-texts.ts';

export type Locale = Readonly<{
  /** The code in the settings, the browser's storage, the folders and i18next. */
  code: string;
  /** BCP 47 tag for `<html lang>`. */
  tag: string;
  /** Name of the language in the language itself. */
  name: string;
  dir: 'ltr' | 'rtl';
  /** Loads the texts that the app starts with, which are one chunk. `lazy` loads the others. */
  load: () => Promise<{ default: Record<string, unknown>; lazy: TextIndex }>;
}>;

/** The portal's languages in the order of the menu. Only this list knows their directions. */
export const allLocales = [
  { code: 'en', tag: 'en', name: 'English', dir: 'ltr', load: () => import('./locales/en.ts') },
  { code: 'de', tag: 'de', name: 'Deutsch', dir: 'ltr', load: () => import('./locales/de.ts') },
  { code: 'sk', tag: 'sk', name: 'Slovenčina', dir: 'ltr', load: () => import('./locales/sk.ts') },
  { code: 'fr', tag: 'fr', name: 'Français', dir: 'ltr', load: () => import('./locales/fr.ts') },
  { code: 'es', tag: 'es', name: 'Español', dir: 'ltr', load: () => import('./locales/es.ts') },
  { code: 'pt-br', tag: 'pt-BR', name: 'Português (Brasil)', dir: 'ltr', load: () => import('./locales/pt-br.ts') },
  { code: 'zh-cn', tag: 'zh-CN', name: '简体中文', dir: 'ltr', load: () => import('./locales/zh-cn.ts') },
  { code: 'he', tag: 'he', name: 'עברית', dir: 'rtl', load: () => import('./locales/he.ts') },
] as const satisfies readonly (Locale & { code: Language })[];

/** The languages with complete texts. test/locales.test.ts fails if one is missing here or is here too early. */
const complete: readonly Language[] = ['en', 'de', 'sk', 'fr', 'es', 'pt-br', 'zh-cn', 'he'];

/** The languages that people can choose. */
export const locales: readonly (Locale & { code: Language })[] = allLocales.filter(({ code }) =>
  complete.includes(code),
);

export const sourceLocale: Locale = allLocales[0];
