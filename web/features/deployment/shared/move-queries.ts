import { queryOptions } from '@tanstack/react-query';
import { getMove, moveDeployment, planMoveEnd, previewDeployment } from '#domain/deployment/calls.ts';
import type { DeployBody } from '#domain/deployment/schema.ts';
import { ask, get } from '../../../api/client.ts';
import { consumersKey } from '../../../api/consumers-key.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';
import { apisKey } from '../../api/shared/queries.ts';

/** Milliseconds between two looks at a move that somebody watches. */
const lookAgain = 5_000;

/** Reads how far the move of a deployment is. */
export const moveOptions = (id: number) =>
  queryOptions({
    queryKey: [...apisKey, 'deployments', id, 'move'],
    queryFn: ({ signal }) => get(getMove, { parameters: { id } }, signal),
    refetchInterval: lookAgain,
  });

/** Reads what a deployment would be at another gateway. */
export const movePlanOptions = (body: DeployBody) =>
  queryOptions({
    queryKey: [...apisKey, 'deployments', 'move-plan', body],
    queryFn: ({ signal }) => ask(previewDeployment, {}, new Blob([JSON.stringify(body)]), signal),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const moveCommand = {
  call: moveDeployment,
  invalidates: [apisKey, consumersKey],
} satisfies CommandDefinition;

/** Says when the deployment that moves ends by itself. */
export const planMoveEndCommand = {
  call: planMoveEnd,
  invalidates: [apisKey],
} satisfies CommandDefinition;
