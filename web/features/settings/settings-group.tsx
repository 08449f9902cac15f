import type { ReactNode } from 'react';

/** Settings that belong together, each on a line. */
export const SettingsGroup = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <section>
    <h2 className="mb-2 font-semibold">{title}</h2>
    <div className="divide-y divide-border rounded-card border border-border bg-surface">{children}</div>
  </section>
);
