import type { Problem } from '#domain/core/problem.ts';
import general from '#locales/en/errors.json' with { type: 'json' };
import ofNouns from '#locales/en/lazy/errors.json' with { type: 'json' };

const words: Readonly<Record<string, string>> = { ...general, ...ofNouns };

/** Returns the English wording of a problem, with its parameters filled in; its code when there is no text. */
export const messageOf = ({ code, parameters = {} }: Problem): string =>
  (words[code] ?? code).replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => String(parameters[name] ?? ''));
