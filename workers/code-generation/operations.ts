import { hostname } from 'node:os';
import type { codeGenerationOperations } from '#domain/code-generation/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { generateCode } from './generate-code.ts';

/** Only one runs at a time on a machine, to leave it free for other work. */
export const codeGenerationWork = {
  'generate-code': { handler: generateCode, lease: () => `machine-${hostname()}` },
} satisfies WorkOf<keyof typeof codeGenerationOperations>;
