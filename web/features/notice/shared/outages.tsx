import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { unreadNoticesOptions } from '../queries.ts';

/** Loaded on demand, because it is rarely shown. */
const OutageNotice = lazy(() => import('./outage-notice.tsx').then((module) => ({ default: module.OutageNotice })));

/** Says which gateways do not respond, as long as they do not. Nothing for users who may not see it. */
export const Outages = () => {
  const outages = useQuery(unreadNoticesOptions).data?.outages ?? [];
  if (outages.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {outages.map((outage) => (
        <OutageNotice key={outage.gateway} outage={outage} />
      ))}
    </Suspense>
  );
};
