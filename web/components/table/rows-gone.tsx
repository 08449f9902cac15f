import { lazy, Suspense } from 'react';
import type { PastTheEndProps } from './past-the-end.tsx';

const PastTheEnd = lazy(() => import('./past-the-end.tsx').then((module) => ({ default: module.PastTheEnd })));

/** `PastTheEnd`, loaded when it is needed: seldom. */
export const RowsGone = (props: PastTheEndProps) => (
  <Suspense fallback={null}>
    <PastTheEnd {...props} />
  </Suspense>
);
