import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ErrorNotice } from './error-notice.tsx';

type Props<T> = Readonly<{
  query: UseQueryResult<T>;
  /** Placeholder in the real layout, shown while the query loads. */
  skeleton: ReactNode;
  /** Title of the error, if the general one is not enough. */
  errorTitle?: string | undefined;
  children: (data: T) => ReactNode;
}>;

/**
 * Shows a query: loading, error with retry, or content. Existing content stays while the query is refetched. Content whose code or
 * texts are still being loaded counts as loading: without a boundary here, the whole screen around it would be hidden again, with
 * what somebody types into its search.
 */
export const QueryView = <T,>({ query, skeleton, errorTitle, children }: Props<T>) => {
  const loading = <div aria-busy>{skeleton}</div>;
  if (query.data !== undefined) return <Suspense fallback={loading}>{children(query.data)}</Suspense>;
  if (query.isError) {
    return (
      <ErrorNotice
        error={query.error}
        onRetry={() => void query.refetch()}
        {...(errorTitle ? { title: errorTitle } : {})}
      />
    );
  }
  return loading;
};
