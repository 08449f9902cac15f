import type { ReactNode } from 'react';

/** A bar that stays at the bottom of a long form. The primary button comes last, at the inline end. */
export const FormBar = ({
  status,
  children,
}: {
  /** Progress or a hint, shown at the start. */ status?: ReactNode;
  children: ReactNode;
}) => (
  <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-background/90 px-4 py-3 backdrop-blur-md sm:-mx-6 sm:px-6">
    <div className="me-auto min-w-0 flex-1 text-muted text-table max-sm:basis-full">{status}</div>
    {children}
  </div>
);
