import type { ReactNode } from 'react';

/** One component, or one variant of it, under its name. */
export const Sample = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-2">
    <h3 className="text-muted text-xs" dir="ltr">
      {name}
    </h3>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </div>
);
