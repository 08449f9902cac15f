import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AttemptCall, AttemptCalls } from '#domain/operation/desk.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** What was asked, how it ended, and what the gateway said of a refusal. */
const Call = ({ call: { call, took, times, status, failed, said } }: { call: AttemptCall }) => {
  const t = useLazyTexts('desk');
  const format = useFormat();
  const isRefused = failed !== null || said !== null || (status ?? 0) >= 500;
  return (
    <li className="grid gap-0.5 py-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Ltr className="min-w-0 break-all font-mono">{call}</Ltr>
        {times > 1 && <span className="text-muted">{t('desk.calls-in-a-row', { number: times })}</span>}
        <span className="ms-auto flex shrink-0 gap-2 tabular-nums">
          {failed === null ? (
            <span className={isRefused ? 'font-medium text-danger' : 'text-muted'}>{status}</span>
          ) : (
            <span className="font-medium text-danger">{t('operations.state.failed')}</span>
          )}
          <span className="text-muted">{format.milliseconds(took)}</span>
        </span>
      </p>
      {(said ?? failed) !== null && <Ltr className="text-muted [overflow-wrap:anywhere]">{said ?? failed}</Ltr>}
    </li>
  );
};

/** The calls of an attempt to the gateway or Kafka, behind a line that says how many there are. */
export const CallsOfAttempt = ({ made }: { made: AttemptCalls }) => {
  const t = useLazyTexts('desk');
  // Hundreds of lines, which most people never open.
  const [isOpen, setIsOpen] = useState(false);
  const number = made.leftOut + made.calls.reduce((sum, { times }) => sum + times, 0);
  return (
    <details className="group/calls text-xs" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex cursor-pointer list-none items-center gap-1 text-muted hover:text-foreground">
        <ChevronRight className="size-3 shrink-0 transition-transform duration-150 group-open/calls:rotate-90 rtl:-scale-x-100 rtl:group-open/calls:-rotate-90" />
        {t('desk.calls', { number })}
      </summary>
      {isOpen && made.calls.length > 0 && (
        <ol className="mt-1 divide-y divide-border border-border border-s ps-3">
          {made.calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have no names, and never change places.
            <Call key={index} call={call} />
          ))}
        </ol>
      )}
      {made.leftOut > 0 && <p className="mt-1 text-muted">{t('desk.calls-left-out', { number: made.leftOut })}</p>}
    </details>
  );
};
