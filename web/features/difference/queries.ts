import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerDifference, answerDifferences, listDifferences, readDifference } from '#domain/difference/calls.ts';
import type { DifferenceQuery } from '#domain/difference/schema.ts';
import { get } from '../../api/client.ts';
import { inboxKey } from '../../api/inbox-key.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { every, objectsKey } from '../gateway-object/shared/gateways.ts';

/** Whatever changes objects of gateways changes the differences too. */
const driftKey = [...objectsKey, 'drift'] as const;

export const driftListOptions = (params: DifferenceQuery) =>
  queryOptions({
    queryKey: [...driftKey, params],
    queryFn: ({ signal }) => get(listDifferences, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: every,
  });

export const differenceOptions = (id: string) =>
  queryOptions({
    queryKey: [...driftKey, 'one', id],
    queryFn: ({ signal }) => get(readDifference, { parameters: { id } }, signal),
    refetchInterval: every,
  });

/** Answers many alike. */
export const answerManyCommand = {
  call: answerDifferences,
  invalidates: [objectsKey, inboxKey],
} satisfies CommandDefinition;

export const answerCommand = {
  call: answerDifference,
  invalidates: [objectsKey, inboxKey],
} satisfies CommandDefinition;
