/** The languages, in the order of the menu; the only place that knows a direction. */
export const locales = [
  { code: 'en', name: 'English', dir: 'ltr', load: () => import('./locales/en.ts') },
] as const satisfies readonly Locale[];

type Locale = {
  code: string;
  name: string;
  dir: 'ltr' | 'rtl';
  load: () => Promise<{ default: Record<string, unknown> }>;
};

export type LocaleCode = (typeof locales)[number]['code'];
export const sourceLocale = locales[0];
