import type { ReactNode } from 'react';

/** A list of names and values, one pair on each line. */
export const DescriptionList = ({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[minmax(6.5rem,max-content)_minmax(0,1fr)] gap-x-5 gap-y-2.5 text-table leading-5">
    {entries.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0">{value}</dd>
      </div>
    ))}
  </dl>
);
