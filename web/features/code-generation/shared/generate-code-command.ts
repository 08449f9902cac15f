import { generateCode } from '#domain/code-generation/calls.ts';
import { historyKey } from '../../../api/history-key.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

export const generateCodeCommand = {
  call: generateCode,
  invalidates: [historyKey],
} satisfies CommandDefinition;
