import { queryOptions } from '@tanstack/react-query';
import { handOver, listDeskPeople, muteCauses, takeBack, unmuteCauses } from '#domain/desk-case/calls.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { operationsKey } from './queries.ts';

/** @param operationId undefined: who may get a whole cause. */
export const deskPeopleOptions = (operationId: string | undefined) =>
  queryOptions({
    queryKey: ['desk-people', operationId ?? ''],
    queryFn: ({ signal }) => get(listDeskPeople, { query: operationId === undefined ? {} : { operationId } }, signal),
  });

const invalidates = [operationsKey, ['operation']];
export const handOverCommand = { call: handOver, invalidates } satisfies CommandDefinition;
export const takeBackCommand = { call: takeBack, invalidates } satisfies CommandDefinition;
export const muteCommand = { call: muteCauses, invalidates } satisfies CommandDefinition;
export const unmuteCommand = { call: unmuteCauses, invalidates } satisfies CommandDefinition;
