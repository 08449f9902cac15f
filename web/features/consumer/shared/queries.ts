import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import {
  type AddConsumerBody,
  type ChangeConsumerBody,
  consumerGroup,
  type RevealedCredentials,
  type RotateBody,
  revealedCredentials,
} from '#domain/consumer/schema.ts';
import { type Requested, requested } from '#domain/deployment/schema.ts';
import { consumersKey } from '../../../api/consumers-key.ts';
import { historyKey } from '../../../api/history-key.ts';
import { command, get } from '../../../api/old-client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

/** Reads the keys of an API by organization. Polls while an operation changes one of them. */
export const consumersOptions = (apiId: number) =>
  queryOptions({
    queryKey: [...consumersKey, apiId],
    queryFn: ({ signal }) => get(z.array(consumerGroup), '/api/consumers', { apiId }, signal),
    refetchInterval: ({ state: { data } }) => {
      const keys = data?.flatMap(({ deployments }) => deployments) ?? [];
      if (keys.some(({ state }) => state === 'adding' || state === 'changing' || state === 'removing')) return 1_500;
      // People want to see whether the old key is still used, and it ends by itself.
      return keys.some(({ previous }) => previous) ? 10_000 : false;
    },
  });

export const addConsumerCommand: CommandDefinition<AddConsumerBody, Requested> = {
  call: (body, context) => command(requested, 'POST', '/api/kong/add-consumer', body, context),
  invalidates: [consumersKey, historyKey],
  failure: 'consumers.add-failed',
};

export const changeConsumerCommand = (id: number): CommandDefinition<ChangeConsumerBody, Requested> => ({
  call: (body, context) => command(requested, 'PUT', `/api/consumer/${id}`, body, context),
  invalidates: [consumersKey, historyKey],
});

/** Adds a new generation of credentials beside the old one. */
export const rotateCommand = (id: number): CommandDefinition<RotateBody, Requested> => ({
  call: (body, context) => command(requested, 'POST', `/api/consumer/${id}/rotation`, body, context),
  invalidates: [consumersKey, historyKey],
});

/** Ends the old key of a rotation now. */
export const endPreviousCommand: CommandDefinition<number, Requested> = {
  call: (id, context) => command(requested, 'POST', `/api/consumer/${id}/rotation/end`, undefined, context),
  invalidates: [consumersKey, historyKey],
};

export const removeConsumerCommand: CommandDefinition<number, Requested> = {
  call: (id, context) => command(requested, 'DELETE', `/api/consumer/${id}`, undefined, context),
  invalidates: [consumersKey, historyKey],
};

/** Records the view, then returns the secrets. */
export const revealCommand: CommandDefinition<number, RevealedCredentials> = {
  call: (consumerId, context) => command(revealedCredentials, 'POST', '/api/record-consumer', { consumerId }, context),
  invalidates: [historyKey],
};

/** Credentials that this tab has shown, with their deployment. Kept in memory only. */
export type Revealed = RevealedCredentials & Readonly<{ deploymentId: number }>;

const revealedKey = ['revealed-credentials'] as const;
/** Milliseconds that a tab keeps viewed credentials, to fill them into copied commands. */
const revealedFor = 5 * 60_000;
const none: readonly Revealed[] = [];

export const useRevealed = (): readonly Revealed[] =>
  useQuery({
    queryKey: revealedKey,
    queryFn: () => none,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;

export const useRememberRevealed = () => {
  const client = useQueryClient();
  return useCallback(
    (revealed: Revealed) => {
      client.setQueryData<readonly Revealed[]>(revealedKey, (known = none) => [
        revealed,
        ...known.filter(({ consumerId }) => consumerId !== revealed.consumerId),
      ]);
      const forget = () =>
        client.setQueryData<readonly Revealed[]>(revealedKey, (known = none) =>
          known.filter((one) => one !== revealed),
        );
      setTimeout(forget, revealedFor);
    },
    [client],
  );
};

/** Returns a function that forgets all viewed credentials. Call it when the user leaves them. */
export const useForgetAllRevealed = () => {
  const client = useQueryClient();
  return useCallback(() => client.setQueryData<readonly Revealed[]>(revealedKey, none), [client]);
};

/** Returns a function that forgets one key, so that a deleted or replaced key is not offered any more. */
export const useForgetRevealed = () => {
  const client = useQueryClient();
  return useCallback(
    (consumerId: number) =>
      client.setQueryData<readonly Revealed[]>(revealedKey, (known = none) =>
        known.filter((revealed) => revealed.consumerId !== consumerId),
      ),
    [client],
  );
};
