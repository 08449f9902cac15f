import { type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { getOperation } from '#domain/operation/running-call.ts';
import { isFinal } from '#domain/operation/schema.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { get } from './client.ts';
import { asProblem } from './problem-error.ts';

/** An operation that this tab started and that still runs, and what to do when it ends. */
export type RunningOperation = Readonly<{
  operationId: string;
  startedAt: number;
  success?: TextKey;
  invalidates: readonly QueryKey[];
}>;

const storageKey = 'apim-running-operations';
const runningKey = ['running-operations'] as const;

const stored = (): RunningOperation[] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as RunningOperation[];
  } catch {
    return [];
  }
};

const change = (
  client: QueryClient,
  next: (running: readonly RunningOperation[]) => readonly RunningOperation[],
): void => {
  const running = next(client.getQueryData<readonly RunningOperation[]>(runningKey) ?? stored());
  client.setQueryData(runningKey, running);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(running));
  } catch {
    // Storage is blocked. A reload forgets the operations, but the server does not.
  }
};

/** Adds an operation to those that the header shows on every page. The list survives a reload. */
export const trackOperation = (client: QueryClient, operation: RunningOperation): void => {
  // Poll a replayed operation as often as a new one.
  firstAsked.delete(operation.operationId);
  change(client, (running) => [...running.filter((other) => other.operationId !== operation.operationId), operation]);
};

export const forgetOperation = (client: QueryClient, operationId: string): void =>
  change(client, (running) => running.filter((other) => other.operationId !== operationId));

export const useRunningOperations = (): readonly RunningOperation[] =>
  useQuery({
    queryKey: runningKey,
    queryFn: stored,
    initialData: stored,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;

/**
 * Returns the milliseconds until the next poll. Most operations end within seconds, so the pauses grow with the time
 * since the first poll.
 */
export const pollDelay = (milliseconds: number): number => {
  if (milliseconds < 5_000) return 300;
  return Math.min(5_000, 1_000 + (milliseconds - 5_000) / 10);
};

/** Time of the first poll of each operation in this tab. */
const firstAsked = new Map<string, number>();

/** Polls `GET /api/operations/{id}` until the operation ends. TanStack Query pauses it while the tab is hidden. */
export const operationQuery = (operationId: string) =>
  queryOptions({
    queryKey: ['operation', operationId],
    queryFn: ({ signal }) => get(getOperation, { parameters: { id: operationId } }, signal),
    staleTime: 0,
    refetchInterval: (query) => {
      if (query.state.status === 'error') return asProblem(query.state.error).isTransient ? 5_000 : false;
      const { data } = query.state;
      if (data && isFinal(data.state)) {
        firstAsked.delete(operationId);
        return false;
      }
      const since = firstAsked.get(operationId) ?? Date.now();
      firstAsked.set(operationId, since);
      return pollDelay(Date.now() - since);
    },
  });
