import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { addTextIndex, loadTextsIn } from './lazy-texts.ts';
import { type Locale, locales, sourceLocale } from './locales.ts';
import { pseudoLocales } from './pseudo.ts';

/** The same key as in public/boot.js, which sets the page's language and direction before the first paint. */
export const languageKey = 'apim-language';

/** The languages in the menu. Development adds the pseudo languages. */
export const offeredLocales: readonly Locale[] = import.meta.env.DEV ? [...locales, ...pseudoLocales] : locales;

const stored = (): Locale => {
  try {
    const code = localStorage.getItem(languageKey);
    return offeredLocales.find((locale) => locale.code === code) ?? sourceLocale;
  } catch {
    return sourceLocale;
  }
};

const store = (code: string): void => {
  try {
    localStorage.setItem(languageKey, code);
  } catch {
    // Storage is blocked. The choice lasts until the page is left.
  }
};

const applyToPage = ({ tag, dir }: Locale): void => {
  document.documentElement.lang = tag;
  document.documentElement.dir = dir;
};

/**
 * Isolates a filled-in value in right-to-left languages, so that a path or a Latin name does not change the order of
 * the sentence.
 */
const isolated = (value: string): string => (document.documentElement.dir === 'rtl' ? `\u2068${value}\u2069` : value);

/** Removes a placeholder without a value, so that nobody sees it. The console informs the developer. */
const leftOut = (text: string, [placeholder]: readonly string[]): string => {
  console.error(`No value was given for ${placeholder}: ${text}`);
  return '';
};

/** Loads the texts that every page starts with, and learns where the others are. */
const textsOf = async ({ code, load }: Locale): Promise<Record<string, unknown>> => {
  const { default: texts, lazy } = await load();
  addTextIndex(code, lazy);
  return texts;
};

/** Loads the texts of this browser's language in one chunk. The default is English. */
export const setUpLanguage = async (): Promise<void> => {
  const locale = stored();
  const texts = await textsOf(locale);
  applyToPage(locale);
  await i18next.use(initReactI18next).init({
    lng: locale.code,
    lowerCaseLng: true,
    load: 'currentOnly',
    fallbackLng: false,
    resources: { [locale.code]: { translation: texts } },
    // React escapes values.
    interpolation: { escapeValue: true, escape: isolated },
    missingInterpolationHandler: leftOut,
    returnNull: false,
  });
};

/** The language that was chosen last. If two are being loaded, this one wins. */
let wanted: string | undefined;

/**
 * Shows everything in another language without a reload, and remembers it in this browser. An unknown code changes
 * nothing. Rejects if the texts can't be loaded; the old language stays then.
 *
 * @param isRemembered whether this browser remembers it already, because another tab has chosen it.
 */
export const setLanguage = async (code: string, isRemembered = false): Promise<void> => {
  const locale = offeredLocales.find((candidate) => candidate.code === code);
  if (!locale) return;
  wanted = code;
  if (!i18next.hasResourceBundle(code, 'translation')) {
    i18next.addResourceBundle(code, 'translation', await textsOf(locale));
  }
  await loadTextsIn(code);
  if (wanted !== code) return;
  if (!isRemembered) store(code);
  applyToPage(locale);
  await i18next.changeLanguage(code);
};

/** Returns the language in use. Renders again when it changes. */
export const useLocale = (): Locale => {
  const { i18n } = useTranslation();
  return offeredLocales.find(({ code }) => code === i18n.language) ?? sourceLocale;
};
