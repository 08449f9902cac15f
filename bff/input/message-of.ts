import type { Problem } from '#domain/core/problem.ts';
import words from '#locales/en/errors.json' with { type: 'json' };

/** Returns the English wording of a problem, with its parameters filled in; its code when there is no text. */
export const messageOf = ({ code, parameters = {} }: Problem): string =>
  ((words as Readonly<Record<string, string>>)[code] ?? code).replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) =>
    String(parameters[name] ?? ''),
  );
