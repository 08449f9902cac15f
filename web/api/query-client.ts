import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error.ts';

/**
 * Creates the query client. It retries reads only if nothing was decided. Data does not stay fresh for long, because
 * the read side is eventually consistent.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < 2 && error instanceof ProblemError && error.isTransient,
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { retry: false },
    },
  });
