import type { LintResult } from '#domain/api/lint.ts';
import { inUtf8, isPdf, whyNoSpecText } from '#domain/api/spec-text.ts';
import { lintText } from '#domain/api/text-calls.ts';
import { ask } from '../../../api/client.ts';

/** Checks a text with the rules (`POST /api/lint`, the body as JSON). It changes nothing. */
export const lint = (body: Blob, signal: AbortSignal): Promise<LintResult> => ask(lintText, {}, body, signal);

/** Makes the body of a request that checks a file's text. */
export const specBodyOf = async (file: File): Promise<Blob> => {
  const bytes = inUtf8(new Uint8Array(await file.arrayBuffer()));
  return new Blob([JSON.stringify({ specText: new TextDecoder().decode(bytes) })]);
};

const refusedAs = (rule: string): LintResult => ({
  document: null,
  problems: [{ severity: 'error', message: '', rule, line: 1, column: 1 }],
  errors: 1,
  total: 1,
});

/** Checks a file of any kind. Returns null for a PDF, because the rules do not cover it. */
export const lintFile = async (file: File, signal: AbortSignal): Promise<LintResult | null> => {
  const bytes = inUtf8(new Uint8Array(await file.arrayBuffer()));
  if (isPdf(bytes)) return null;
  // Bytes that are not text can't be sent as text.
  const why = whyNoSpecText(bytes);
  return why ? refusedAs(`spec.${why}`) : await lint(await specBodyOf(file), signal);
};

export const lintOf = (specText: string, signal: AbortSignal): Promise<LintResult> =>
  lint(new Blob([JSON.stringify({ specText })]), signal);
