import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import type { LogVerificationAnswer } from '#domain/log-verification/schema.ts';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { FindingList } from './finding-list.tsx';
import { logVerificationOptions } from './queries.ts';
import { VerifyButton } from './verify-button.tsx';

/** What is worst. Undefined: nothing is wrong. */
const titleOf = ({ total, rowsTotal, uncompared, brokeOffAt, outsideSince, sealsDemanded }: LogVerificationAnswer) => {
  if (total > 0) return 'log-alarm.title';
  if (rowsTotal > 0) return 'log-alarm.rows-title';
  if (uncompared.length > 0) return 'log-alarm.uncompared-title';
  if (brokeOffAt !== null) return 'log-alarm.broken-off-title';
  if (outsideSince !== null) return 'log-alarm.outside-title';
  return sealsDemanded ? undefined : 'log-alarm.unsealed-title';
};

/** What the portal found altered in its own log, for administrators and auditors. Nothing is shown when nothing is wrong. */
export const LogAlarm = () => {
  const t = useLazyTexts('log-alarm', 'parked');
  const format = useFormat();
  const { data } = useQuery(logVerificationOptions);
  const title = data && titleOf(data);
  if (!data || title === undefined) return null;
  const { total, findings, rows, rowsTotal, uncompared, outsideSince, brokeOffAt, running, events, sealsDemanded } =
    data;
  const isWrong = total + rowsTotal + uncompared.length > 0;
  const isBad = isWrong || outsideSince !== null;
  return (
    <div className="mx-auto w-full max-w-[1328px] px-4 pt-6 sm:px-6">
      <Card aria-labelledby="log-alarm-title" className={isBad ? 'border-danger' : undefined}>
        <CardHeader>
          <ShieldAlert
            aria-hidden
            className={`mt-1.5 size-4 shrink-0 self-start ${isBad ? 'text-danger' : 'text-warning'}`}
          />
          <div className="grid min-w-0 flex-1 gap-1.5 py-1">
            <CardTitle id="log-alarm-title" level={2}>
              {t(title)}
            </CardTitle>
            {total > 0 && <p className="text-pretty text-muted text-table">{t('log-alarm.text')}</p>}
            {rowsTotal > 0 && <p className="text-pretty text-muted text-table">{t('log-alarm.rows-text')}</p>}
            {uncompared.length > 0 && (
              <p className="text-pretty text-muted text-table">{t('log-alarm.uncompared-text')}</p>
            )}
            {brokeOffAt !== null && (
              <p className="text-pretty text-muted text-table">
                {t('log-alarm.broken-off', { when: format.dateTime(brokeOffAt) })}
              </p>
            )}
            {outsideSince !== null && (
              <p className="text-pretty text-muted text-table">
                {t('log-alarm.outside', { when: format.dateTime(outsideSince) })}
              </p>
            )}
            {!sealsDemanded && <p className="text-pretty text-muted text-table">{t('log-alarm.unsealed')}</p>}
          </div>
        </CardHeader>
        {!sealsDemanded && (
          <div className="border-border border-t p-4">
            <CodeBlock code="npm run log -- demand-seals" label={t('parked.commands')} />
          </div>
        )}
        {isWrong && <FindingList {...{ findings, total, rows, rowsTotal, uncompared }} labelledBy="log-alarm-title" />}
        {(isWrong || brokeOffAt !== null) && (
          <div className="flex flex-col gap-2 border-border border-t p-4">
            {total > 0 && (
              <>
                <p className="text-pretty text-muted text-table">{t('log-alarm.what-to-do')}</p>
                <CodeBlock code="npm run log -- verify" label={t('parked.commands')} />
              </>
            )}
            <div>
              <VerifyButton running={running} events={events} />
            </div>
          </div>
        )}
      </Card>
    </div>
  );
};
