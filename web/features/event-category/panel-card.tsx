import type { ReactNode } from 'react';

/** One part of the panel of an event category. */
export const PanelCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="rounded-card border border-border bg-surface p-3.5">
    <h3 className="mb-2 font-semibold text-sm">{title}</h3>
    {children}
  </section>
);
