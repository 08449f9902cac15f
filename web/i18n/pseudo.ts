import type { Locale } from './locales.ts';

type Texts = { readonly [key: string]: string | Texts };

/**
 * Turns each text into `[[its key]]` with its placeholders and tags. Text without brackets on the screen is then not
 * from a file.
 */
export const pseudoTexts = (texts: Texts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      if (typeof text !== 'string') return [key, pseudoTexts(text)];
      const holes = text.match(/\{\{[^{}]*\}\}|<(\d+)>[^<>]*<\/\1>/g) ?? [];
      return [key, `[[${[key, ...holes].join(' ')}]]`];
    }),
  );

const load = async () => ({ default: pseudoTexts((await import('./locales/en.ts')).default as Texts) });

/**
 * Languages only for development, left to right and right to left. Choose one with
 * `localStorage.setItem('apim-language', 'en-xb')` in `vite web`.
 */
export const pseudoLocales: readonly Locale[] = [
  { code: 'en-xa', tag: 'en-XA', name: '[[English]]', dir: 'ltr', load },
  { code: 'en-xb', tag: 'en-XB', name: '[[English, right to left]]', dir: 'rtl', load },
];
