import type { HistoryPlace } from '../core/history.ts';
import type { CodeGenerationEvent } from './code-generation.ts';

/** The place of each event in an API's history. */
export const codeGenerationHistory = {
  CodeGenerationRequested: 'code',
  CodeGenerated: 'outcome',
} as const satisfies Record<CodeGenerationEvent['type'], HistoryPlace>;
