import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { locales, sourceLocale } from './locales.ts';

const storageKey = 'apim-language';

const storedCode = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

const chosen = () => {
  const wanted = [storedCode(), ...navigator.languages].flatMap((code) =>
    code ? [code.toLowerCase(), code.toLowerCase().split('-')[0]] : [],
  );
  return wanted.map((code) => locales.find((locale) => locale.code === code)).find(Boolean) ?? sourceLocale;
};

/** Loads the texts of the user's language (one chunk) and sets the page's language and direction. */
export const setUpTexts = async (): Promise<void> => {
  const locale = chosen();
  const texts = await locale.load();
  document.documentElement.lang = locale.code;
  document.documentElement.dir = locale.dir;
  await i18next.use(initReactI18next).init({
    lng: locale.code,
    fallbackLng: false,
    resources: { [locale.code]: { translation: texts.default } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
};

/** The direction of the language in use. */
export const currentDirection = (): 'ltr' | 'rtl' =>
  locales.find((locale) => locale.code === i18next.language)?.dir ?? sourceLocale.dir;
