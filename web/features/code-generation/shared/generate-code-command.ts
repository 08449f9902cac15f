import { type CodeBody, type CodeRequested, codeRequested } from '#domain/code-generation/schema.ts';
import { historyKey } from '../../../api/history-key.ts';
import { command } from '../../../api/old-client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

export const generateCodeCommand: CommandDefinition<CodeBody & { apiId: number }, CodeRequested> = {
  call: ({ apiId, ...body }, context) => command(codeRequested, 'POST', `/api/codegen/${apiId}`, body, context),
  invalidates: [historyKey],
};
