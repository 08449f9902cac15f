import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Card } from '../../../components/ui/card.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { FindingList } from '../finding-list.tsx';
import { logVerificationOptions } from '../queries.ts';
import { VerifyButton } from '../verify-button.tsx';

/** When the whole log was last verified and with which result, and a button that has it verified now. */
export const VerifiedLog = () => {
  const t = useLazyTexts('log-alarm');
  const format = useFormat();
  const { data } = useQuery(logVerificationOptions);
  if (!data) return null;
  const { verifiedAt, events, total, findings, rows, rowsTotal, uncompared, running, brokeOffAt } = data;
  const isWrong = total + rowsTotal + uncompared.length > 0;
  const isUnsure = !isWrong && brokeOffAt !== null;
  const Icon = isWrong ? ShieldAlert : isUnsure || verifiedAt === null ? ShieldQuestion : ShieldCheck;
  const known = verifiedAt === null ? 'log-alarm.never' : 'log-alarm.sound';
  const wrongRows = rowsTotal > 0 ? 'log-alarm.rows-title' : 'log-alarm.uncompared-title';
  const wrong = total > 0 ? 'log-alarm.title' : wrongRows;
  const title = isWrong ? wrong : isUnsure ? 'log-alarm.broken-off-title' : known;
  const color = isWrong ? 'text-danger' : isUnsure ? 'text-warning' : 'text-muted';
  return (
    <Card aria-labelledby="verified-log-title" className={isWrong ? 'border-danger' : undefined}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
        <div className="min-w-0 flex-1 basis-56" role="status">
          <h2 id="verified-log-title" className="font-semibold text-sm">
            {t(title)}
          </h2>
          {brokeOffAt !== null && (
            <p className="text-pretty text-table text-warning">
              {t('log-alarm.broken-off', { when: format.dateTime(brokeOffAt) })}
            </p>
          )}
          {verifiedAt !== null && (
            <p className="text-muted text-table">
              {t('log-alarm.verified', { when: format.dateTime(verifiedAt), number: format.number(events) })}
            </p>
          )}
        </div>
        <VerifyButton running={running} events={events} />
      </div>
      {isWrong && (
        <div className="border-border border-t">
          <FindingList {...{ findings, total, rows, rowsTotal, uncompared }} labelledBy="verified-log-title" />
        </div>
      )}
    </Card>
  );
};
