import { Skeleton } from '../../components/ui/skeleton.tsx';

/** Keeps the place of the charts while they load. */
export const ChartsSkeleton = () => (
  <div aria-hidden className="grid gap-3 lg:grid-cols-3">
    {['calls', 'upstream', 'gateway'].map((name) => (
      <Skeleton key={name} className="late h-[19rem] w-full rounded-card" />
    ))}
  </div>
);
