import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DecisionQuery } from '#domain/take-over/decisions.ts';
import {
  listDecisions,
  reopenServices,
  skipServices,
  stopTakeOvers,
  takeOverServices,
} from '#domain/take-over/many-calls.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { every, objectsKey } from '../gateway-object/shared/gateways.ts';

/** Milliseconds between two looks at the list while something is under way. */
const often = 2_000;

export const decisionsOptions = (query: DecisionQuery) =>
  queryOptions({
    queryKey: [...objectsKey, 'decisions', query],
    queryFn: ({ signal }) => get(listDecisions, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => ((data?.counts.taking ?? 0) > 0 ? often : every),
  });

export const takeManyCommand = { call: takeOverServices, invalidates: [objectsKey] } satisfies CommandDefinition;
export const skipCommand = { call: skipServices, invalidates: [objectsKey] } satisfies CommandDefinition;
export const reopenCommand = { call: reopenServices, invalidates: [objectsKey] } satisfies CommandDefinition;
export const stopCommand = { call: stopTakeOvers, invalidates: [objectsKey] } satisfies CommandDefinition;
