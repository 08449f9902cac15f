import { type LintResult, lintResult } from '#domain/api/schema.ts';
import { ask } from './client.ts';

/** What the rules say about a text (`POST /api/lint`); it changes nothing. */
export const lintText = (specText: string, signal: AbortSignal): Promise<LintResult> =>
  ask(lintResult, '/api/lint', new Blob([JSON.stringify({ specText })]), signal);
