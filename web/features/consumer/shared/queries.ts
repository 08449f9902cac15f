import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { addKey, changeKey, endRotation, listKeys, removeKey, revealKey, rotateKey } from '#domain/consumer/calls.ts';
import type { RevealedCredentials } from '#domain/consumer/schema.ts';
import { get } from '../../../api/client.ts';
import { consumersKey } from '../../../api/consumers-key.ts';
import { historyKey } from '../../../api/history-key.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

/** Reads the keys of an API by organization. Polls while an operation changes one of them. */
export const consumersOptions = (apiId: number) =>
  queryOptions({
    queryKey: [...consumersKey, apiId],
    queryFn: ({ signal }) => get(listKeys, { query: { apiId } }, signal),
    refetchInterval: ({ state: { data } }) => {
      const keys = data?.flatMap(({ deployments }) => deployments) ?? [];
      if (keys.some(({ state }) => state === 'adding' || state === 'changing' || state === 'removing')) return 1_500;
      // People want to see whether the old key is still used, and it ends by itself.
      return keys.some(({ previous }) => previous) ? 10_000 : false;
    },
  });

export const addConsumerCommand = {
  call: addKey,
  invalidates: [consumersKey, historyKey],
  failure: 'consumers.add-failed',
} satisfies CommandDefinition;

export const changeConsumerCommand = {
  call: changeKey,
  invalidates: [consumersKey, historyKey],
} satisfies CommandDefinition;

/** Adds a new generation of credentials beside the old one. */
export const rotateCommand = {
  call: rotateKey,
  invalidates: [consumersKey, historyKey],
} satisfies CommandDefinition;

/** Ends the old key of a rotation now. */
export const endPreviousCommand = {
  call: endRotation,
  invalidates: [consumersKey, historyKey],
} satisfies CommandDefinition;

export const removeConsumerCommand = {
  call: removeKey,
  invalidates: [consumersKey, historyKey],
} satisfies CommandDefinition;

/** Records the view, then returns the secrets. */
export const revealCommand = {
  call: revealKey,
  invalidates: [historyKey],
} satisfies CommandDefinition;

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
