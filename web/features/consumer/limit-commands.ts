import type { LimitBody } from '#domain/consumer/limit-body.ts';
import { type Requested, requested } from '#domain/deployment/schema.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import { historyKey } from '../../api/history-key.ts';
import { command } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

export const limitKeyCommand = (id: number): CommandDefinition<LimitBody, Requested> => ({
  call: (body, context) => command(requested, 'PUT', `/api/consumer/${id}/limit`, body, context),
  invalidates: [consumersKey, historyKey],
});

export const limitOrganizationCommand = (
  deploymentId: number,
  organizationId: number,
): CommandDefinition<LimitBody, Requested> => ({
  call: (body, context) =>
    command(requested, 'PUT', `/api/swaggers/deployment/${deploymentId}/limit/${organizationId}`, body, context),
  invalidates: [consumersKey, historyKey],
});
