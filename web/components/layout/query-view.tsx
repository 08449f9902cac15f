import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

type Props<T> = Readonly<{
  query: UseQueryResult<T>;
  /** Placeholder in the real layout, shown while the query loads. */
  skeleton: ReactNode;
  /** Title of the error, if the general one is not enough. */
  errorTitle?: string | undefined;
  children: (data: T) => ReactNode;
}>;

/** Shows a query: loading, error with retry, or content. Existing content stays while the query is refetched. */
export const QueryView = <T,>({ query, skeleton, errorTitle, children }: Props<T>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    return (
      <ErrorNotice
        error={query.error}
        onRetry={() => void query.refetch()}
        {...(errorTitle ? { title: errorTitle } : {})}
      />
    );
  }
  return <div aria-busy>{skeleton}</div>;
};
