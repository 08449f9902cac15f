import { limitKey } from '#domain/consumer/calls.ts';
import { limitKeysOfOrganization } from '#domain/key-limit/calls.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import { historyKey } from '../../api/history-key.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

export const limitKeyCommand = {
  call: limitKey,
  invalidates: [consumersKey, historyKey],
} satisfies CommandDefinition;

export const limitOrganizationCommand = {
  call: limitKeysOfOrganization,
  invalidates: [consumersKey, historyKey],
} satisfies CommandDefinition;
