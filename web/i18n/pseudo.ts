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

const load: Locale['load'] = async () => {
  const english = await import('./locales/en.ts');
  const lazy = Object.entries(english.lazy).map(
    ([name, texts]) => [name, async () => pseudoTexts((await texts()) as Texts)] as const,
  );
  return { default: pseudoTexts(english.default as Texts), lazy: Object.fromEntries(lazy) };
};

/**
 * Languages only for development, left to right and right to left. Choose one with
 * `localStorage.setItem('apim-language', 'en-xb')` in `vite web`.
 */
export const pseudoLocales: readonly Locale[] = [
  { code: 'en-xa', tag: 'en-XA', name: '[[English]]', dir: 'ltr', load },
  { code: 'en-xb', tag: 'en-XB', name: '[[English, right to left]]', dir: 'rtl', load },
];
