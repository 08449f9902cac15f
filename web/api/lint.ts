import { type LintResult, lintResult } from '#domain/api/lint.ts';
import { inUtf8 } from '#domain/api/spec-text.ts';
import { ask } from './client.ts';

/** What the rules say about a text (`POST /api/lint`, its body as JSON); it changes nothing. */
export const lint = (body: Blob, signal: AbortSignal): Promise<LintResult> =>
  ask(lintResult, '/api/lint', body, signal);

/** A file as the body of a question about its text. */
export const specBodyOf = async (file: File): Promise<Blob> => {
  const bytes = inUtf8(new Uint8Array(await file.arrayBuffer()));
  return new Blob([JSON.stringify({ specText: new TextDecoder().decode(bytes) })]);
};

export const lintText = (specText: string, signal: AbortSignal): Promise<LintResult> =>
  lint(new Blob([JSON.stringify({ specText })]), signal);
