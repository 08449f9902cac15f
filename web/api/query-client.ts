import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error.ts';

/** Reads are tried again only when nothing was decided; the read side is eventually consistent, so nothing stays fresh for long. */
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
