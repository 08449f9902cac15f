import type { Locale } from './locales.ts';

type Texts = { readonly [key: string]: string | Texts };

/** Each text as `[[its key]]`, with the placeholders and tags that it fills: what is not in brackets is not from a file. */
export const pseudoTexts = (texts: Texts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      if (typeof text !== 'string') return [key, pseudoTexts(text)];
      const holes = text.match(/\{\{.*?\}\}|<(\d+)>.*?<\/\1>/g) ?? [];
      return [key, `[[${[key, ...holes].join(' ')}]]`];
    }),
  );

const load = async () => ({ default: pseudoTexts((await import('./locales/en.ts')).default as Texts) });

/**
 * Languages for development only, left to right and right to left. Choose one with
 * `localStorage.setItem('apim-language', 'en-xb')` in `vite web`.
 */
export const pseudoLocales: readonly Locale[] = [
  { code: 'en-xa', tag: 'en-XA', name: '[[English]]', dir: 'ltr', load },
  { code: 'en-xb', tag: 'en-XB', name: '[[English, right to left]]', dir: 'rtl', load },
];
