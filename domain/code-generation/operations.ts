import { about, type OperationsOf } from '../core/operation-kind.ts';
import type { CodeGenerationEvent } from './code-generation.ts';

export const codeGenerationOperations = {
  'generate-code': {
    requestedBy: 'CodeGenerationRequested',
    cancellable: true,
    about: ({ operationId }) => about('code-generation', operationId),
    title: ({ type, lang }) => `${type}/${lang}`,
  },
} as const satisfies OperationsOf<CodeGenerationEvent>;
