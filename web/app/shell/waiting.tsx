import { Skeleton } from '../../components/ui/skeleton.tsx';

/** Stands where a screen will be while it is loaded. */
export const Waiting = () => (
  <div className="mx-auto flex w-full max-w-[1328px] flex-col gap-5 px-4 py-6 sm:px-6" aria-busy>
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-9 w-full max-w-md" />
    <Skeleton className="h-72 w-full" />
  </div>
);
