import { type LintResult, lintResult } from '#domain/api/schema.ts';
import { ask } from './client.ts';

/** What the rules say about a text (`POST /api/lint`, its body as JSON); it changes nothing. */
export const lint = (body: Blob, signal: AbortSignal): Promise<LintResult> =>
  ask(lintResult, '/api/lint', body, signal);

export const lintText = (specText: string, signal: AbortSignal): Promise<LintResult> =>
  lint(new Blob([JSON.stringify({ specText })]), signal);
