import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type Locale, locales, sourceLocale } from './locales.ts';
import { pseudoLocales } from './pseudo.ts';

/** The same key as public/boot.js, which sets the page's language and direction before the first paint. */
const storageKey = 'apim-language';

/** What the menu offers; in development with the pseudo languages. */
export const offeredLocales: readonly Locale[] = import.meta.env.DEV ? [...locales, ...pseudoLocales] : locales;

const stored = (): Locale => {
  try {
    const code = localStorage.getItem(storageKey);
    return offeredLocales.find((locale) => locale.code === code) ?? sourceLocale;
  } catch {
    return sourceLocale;
  }
};

const store = (code: string): void => {
  try {
    localStorage.setItem(storageKey, code);
  } catch {
    // Storage is blocked: it lasts until the page is left.
  }
};

const applyToPage = ({ tag, dir }: Locale): void => {
  document.documentElement.lang = tag;
  document.documentElement.dir = dir;
};

/** What is filled in stands on its own from right to left, so that a path or a Latin name takes nothing of the sentence along. */
const isolated = (value: string): string => (document.documentElement.dir === 'rtl' ? `\u2068${value}\u2069` : value);

/** What a text was not told is left out: nobody is shown a placeholder. The console tells whoever wrote it. */
const leftOut = (text: string, [placeholder]: readonly string[]): string => {
  console.error(`Nothing was filled in for ${placeholder}: ${text}`);
  return '';
};

/** Loads the texts of this browser's language (one chunk); English until another one is chosen. */
export const setUpLanguage = async (): Promise<void> => {
  const locale = stored();
  const texts = await locale.load();
  applyToPage(locale);
  await i18next.use(initReactI18next).init({
    lng: locale.code,
    lowerCaseLng: true,
    load: 'currentOnly',
    fallbackLng: false,
    resources: { [locale.code]: { translation: texts.default } },
    // React escapes.
    interpolation: { escapeValue: true, escape: isolated },
    missingInterpolationHandler: leftOut,
    returnNull: false,
  });
};

/** The language that was asked for last: of two that are being loaded, this one stays. */
let wanted: string | undefined;

/**
 * Shows everything in another language, without a reload, and remembers it in this browser. An unknown code changes
 * nothing. Rejects when the texts can't be loaded; the language is the old one then.
 */
export const setLanguage = async (code: string): Promise<void> => {
  const locale = offeredLocales.find((candidate) => candidate.code === code);
  if (!locale) return;
  wanted = code;
  if (!i18next.hasResourceBundle(code, 'translation')) {
    const texts = await locale.load();
    i18next.addResourceBundle(code, 'translation', texts.default);
  }
  if (wanted !== code) return;
  store(code);
  applyToPage(locale);
  await i18next.changeLanguage(code);
};

/** The language in use; draws again when it changes. */
export const useLocale = (): Locale => {
  const { i18n } = useTranslation();
  return offeredLocales.find(({ code }) => code === i18n.language) ?? sourceLocale;
};
