import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ParkedStreams as Parked } from '#domain/parked-stream/schema.ts';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { parkedStreamsOptions } from './queries.ts';

/** Commands on the portal's server (docs/log.md). The second one is about the oldest stream. */
const commandsFor = ([oldest]: Parked['streams']): string =>
  ['parked', oldest && `resume ${oldest.readers[0]} ${oldest.stream}`]
    .flatMap((words) => (words ? [`npm run log -- ${words}`] : []))
    .join('\n');

/** What the portal could not read of its own log, for its administrators. Nothing is shown when nothing waits. */
export const ParkedStreams = () => {
  const t = useLazyTexts('parked');
  const format = useFormat();
  const { data: parked } = useQuery(parkedStreamsOptions);
  if (!parked || parked.since === null) return null;
  const { total, people, since, streams } = parked;
  return (
    <div className="mx-auto w-full max-w-[1328px] px-4 pt-6 sm:px-6">
      <Card aria-labelledby="parked-title" className="border-danger">
        <CardHeader>
          <TriangleAlert aria-hidden className="mt-1.5 size-4 shrink-0 self-start text-danger" />
          <div className="min-w-0 flex-1 py-1">
            <CardTitle id="parked-title" level={2}>
              {t('parked.title', { count: total })}
            </CardTitle>
            <p className="text-pretty text-muted text-table">
              {t('parked.text', { when: format.dateTime(since) })}
              {people > 0 && ` ${t('parked.people', { count: people })}`}
            </p>
          </div>
        </CardHeader>
        <ul className="divide-y divide-border text-table" aria-labelledby="parked-title">
          {streams.map(({ stream, readers, since: from }) => (
            <li key={stream} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
              <code dir="ltr">{stream}</code>
              <span className="text-muted">
                {t('parked.in')} <code dir="ltr">{readers.join(', ')}</code>
              </span>
              <time dateTime={from} className="ms-auto text-muted">
                {format.dateTime(from)}
              </time>
            </li>
          ))}
          {total > streams.length && (
            <li className="px-4 py-2 text-muted">{t('parked.more', { count: total - streams.length })}</li>
          )}
        </ul>
        <div className="flex flex-col gap-2 border-border border-t p-4">
          <p className="text-pretty text-muted text-table">{t('parked.what-to-do')}</p>
          <CodeBlock code={commandsFor(streams)} label={t('parked.commands')} />
        </div>
      </Card>
    </div>
  );
};
