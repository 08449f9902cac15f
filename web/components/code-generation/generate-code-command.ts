import { type CodeBody, type CodeRequested, codeRequested } from '#domain/code-generation/schema.ts';
import { command } from '#web/api/client.ts';
import { historyKey } from '#web/api/history-key.ts';
import type { CommandDefinition } from '#web/api/use-command.ts';

export const generateCodeCommand: CommandDefinition<CodeBody & { apiId: number }, CodeRequested> = {
  call: ({ apiId, ...body }, context) => command(codeRequested, 'POST', `/api/codegen/${apiId}`, body, context),
  invalidates: [historyKey],
};
