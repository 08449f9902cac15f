import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export type Coded = Readonly<{
  code: string;
  message?: string | undefined;
  parameters?: Readonly<Record<string, string | number>> | undefined;
}>;

/** What a text asks to be told. */
const holesIn = (text: string): string[] => [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map(([, name = '']) => name);

/**
 * The words for a problem's code. A code that this build does not know yet, or one whose parameters it was not told, shows
 * the server's own words.
 */
export const errorTextOf = (t: TFunction, { code, message, parameters = {} }: Coded): string => {
  const key = `errors.${code}`;
  // Codes come from the server, so the key can't be checked by its type; a test compares the two lists.
  const translate = t as unknown as (key: string, options: Record<string, unknown>) => string;
  const fallback = message && message !== code ? message : t('errors.unexpected');
  const text = translate(key, { skipInterpolation: true, defaultValue: '' });
  if (text === '' || holesIn(text).some((name) => !Object.hasOwn(parameters, name))) return fallback;
  return translate(key, parameters);
};

export const useErrorText = () => {
  const { t } = useTranslation();
  return useCallback((problem: Coded) => errorTextOf(t, problem), [t]);
};
