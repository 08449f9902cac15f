import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RevealedCredentials } from '#domain/consumer/schema.ts';

/** Credentials that this tab has been shown, with the deployment that they open. Kept in memory only. */
export type Revealed = RevealedCredentials & Readonly<{ deploymentId: number }>;

const revealedKey = ['revealed-credentials'] as const;
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
    (revealed: Revealed) =>
      client.setQueryData<readonly Revealed[]>(revealedKey, (known = none) => [
        revealed,
        ...known.filter(({ consumerId }) => consumerId !== revealed.consumerId),
      ]),
    [client],
  );
};

/** A deleted key is not offered any more. */
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
