import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

type Props<T> = Readonly<{
  query: UseQueryResult<T>;
  /** The skeleton of the real layout. */
  skeleton: ReactNode;
  /** What failed, when the general words are too general. */
  errorTitle?: string;
  children: (data: T) => ReactNode;
}>;

/** One query's loading, failure with retry, and content. What is there already stays while it is asked again. */
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
