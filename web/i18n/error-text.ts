import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { loadTexts, useLazyTexts } from './lazy-texts.ts';

export type Coded = Readonly<{
  code: string;
  message?: string | undefined;
  parameters?: Readonly<Record<string, string | number>> | undefined;
}>;

/** Returns the names of the placeholders in a text. */
const holesIn = (text: string): string[] => [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map(([, name = '']) => name);

/**
 * Returns the text for a problem's code. Uses the server's text if this build does not know the code or lacks a
 * parameter.
 */
export const errorTextOf = (t: TFunction, { code, message, parameters = {} }: Coded): string => {
  const key = `errors.${code}`;
  // Codes come from the server, so the type can't check the key. A test compares the two lists.
  const translate = t as unknown as (key: string, options: Record<string, unknown>) => string;
  const fallback = message && message !== code ? message : t('errors.unexpected');
  const text = translate(key, { skipInterpolation: true, defaultValue: '' });
  if (text === '' || holesIn(text).some((name) => !Object.hasOwn(parameters, name))) return fallback;
  return translate(key, parameters);
};

/** Returns the function for what is shown on a screen. Suspends until the texts of all problems are loaded. */
export const useErrorText = () => {
  const t = useLazyTexts('errors');
  return useCallback((problem: Coded) => errorTextOf(t, problem), [t]);
};

/** Loads the texts of all problems. What comes from the server has them: they are loaded before a call fails. */
export const loadErrorTexts = (): Promise<void> => loadTexts('errors').catch(() => undefined);

/** Returns the text for a notice, once it is loaded. */
export const laterErrorText = async (t: TFunction, problem: Coded): Promise<string> => {
  await loadErrorTexts();
  return errorTextOf(t, problem);
};
