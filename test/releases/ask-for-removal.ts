import { randomUUID } from 'node:crypto';
import { differenceDecider } from '#domain/difference/decider.ts';
import type { DifferenceCommand } from '#domain/difference/difference.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { execute } from '#eventstore/execute.ts';
import type { BffWorld } from '../world/bff-world.ts';

/** A look has found somebody else's object, and a person has it removed. @returns the difference's id. */
export const askForRemoval = async ({ partner, services, pool }: BffWorld, operationId: string): Promise<string> => {
  const { apiId, deployed } = partner;
  const { deploymentId } = deployed;
  const { rows } = await pool.query<{ gatewayId: number }>(
    'select gateway_id as "gatewayId" from deployments where id = $1',
    [deploymentId],
  );
  const objectId = randomUUID();
  const id = differenceIdOf(deploymentId, objectId);
  const object = { objectId, kind: 'route', label: 'route', name: 'theirs', form: 'foreign', fields: [] };
  const found = { ...object, deploymentId, apiId, gatewayId: rows[0]?.gatewayId ?? 0, digest: 'one' } as const;
  const times = { intactAt: null, writtenAt: null, isAdoptable: false };
  const commands = [
    { type: 'ReportDifference', data: { ...found, ...times } },
    { type: 'AnswerDifference', data: { operationId, answer: 'reapply', reason: 'as agreed', digest: 'one' } },
  ] as DifferenceCommand[];
  for (const command of commands)
    await execute({
      store: services.store,
      decider: differenceDecider,
      id,
      command,
      meta: {
        actor: { userId: 0, organizationId: 0, roles: [] },
        commandId: randomUUID(),
        correlationId: operationId,
        time: new Date().toISOString(),
      },
    });
  return id;
};
