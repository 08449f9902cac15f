import type { ReactNode } from 'react';
import { RelativeTime } from '../text/relative-time.tsx';
import { WithSecond } from '../text/told-apart.tsx';
import { ValueChange } from '../text/value-change.tsx';

type Change = Readonly<{ label: string; from: string; to: string }>;

/** One entry of a history: what happened, by whom, when, and the values before and after. */
export type ChangeEntry = Readonly<{
  id: string;
  title: ReactNode;
  by: string;
  /** What tells the person from another one of the same name (`toldApart`). */
  second?: string | undefined;
  at: string;
  changes: readonly Change[];
  /** Stands below. */
  end?: ReactNode;
}>;

/** Old and new value of one field. '' is no value. The old one is red with a minus, the new one green with a plus. */
export const ChangeLine = ({ label, from, to }: Change) => (
  <div className="flex flex-wrap gap-x-2 gap-y-0.5 text-xs">
    <span className="text-muted">{label}</span>
    {from !== '' && <ValueChange side="before" text={from} />}
    {to !== '' && <ValueChange side="after" text={to} />}
  </div>
);

/** A short history, the newest first. */
export const ChangeList = ({ entries }: { entries: readonly ChangeEntry[] }) => (
  <ol className="divide-y divide-border">
    {entries.map(({ id, title, by, second, at, changes, end }) => (
      <li key={id} className="grid gap-1 py-2.5 text-table">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</span>
          <span className="min-w-0 text-muted text-xs">
            <WithSecond second={second}>
              <bdi>{by}</bdi>
            </WithSecond>
          </span>
          <span className="text-muted text-xs">
            <RelativeTime at={at} />
          </span>
        </p>
        {changes.map((change) => (
          <ChangeLine key={change.label} {...change} />
        ))}
        {end}
      </li>
    ))}
  </ol>
);
