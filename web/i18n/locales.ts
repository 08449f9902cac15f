import type { Language } from '#domain/user/settings.ts';

export type Locale = Readonly<{
  /** As the settings, the browser's storage, the folders and i18next name it. */
  code: string;
  /** BCP 47, for `<html lang>`. */
  tag: string;
  /** In the language itself. */
  name: string;
  dir: 'ltr' | 'rtl';
  /** Its texts, one chunk. */
  load: () => Promise<{ default: Record<string, unknown> }>;
}>;

/** The languages of the portal in the order of the menu; the only place that knows a direction. */
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

/** The languages whose texts are complete; test/locales.test.ts fails when one is missing here, or is here too early. */
const complete: readonly Language[] = ['en', 'de', 'sk', 'fr', 'es', 'pt-br', 'zh-cn', 'he'];

/** The languages on offer. */
export const locales: readonly (Locale & { code: Language })[] = allLocales.filter(({ code }) =>
  complete.includes(code),
);

export const sourceLocale: Locale = allLocales[0];
