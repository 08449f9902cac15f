import type { LogVerificationAnswer } from '#domain/log-verification/schema.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const words = {
  altered: 'log-alarm.altered',
  removed: 'log-alarm.removed',
  added: 'log-alarm.added',
  moved: 'log-alarm.moved',
  unsigned: 'log-alarm.unsigned',
  row: 'log-alarm.row',
} as const;

type Props = Pick<LogVerificationAnswer, 'findings' | 'total'> & Readonly<{ labelledBy: string }>;

/** Whether only rows of read tables were changed, which come last. They are right again, and so is the log. */
export const areRows = (findings: Props['findings']): boolean => findings[0]?.what === 'row';

/** Which events and rows differ, how, and since which checkpoint. */
export const FindingList = ({ findings, total, labelledBy }: Props) => {
  const t = useLazyTexts('log-alarm', 'parked');
  const format = useFormat();
  return (
    <ul className="divide-y divide-border text-table" aria-labelledby={labelledBy}>
      {findings.map(({ stream, version, what, since }) => (
        <li key={`${stream} ${version} ${what}`} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
          {stream === '' ? (
            <span>{t('log-alarm.seal', { number: version })}</span>
          ) : (
            <span>
              <code dir="ltr">{stream}</code> {what !== 'row' && t('log-alarm.event', { number: version })}
            </span>
          )}
          <span className="text-muted">{t(words[what])}</span>
          {since !== null && (
            <span className="ms-auto text-muted">{t('log-alarm.since', { when: format.dateTime(since) })}</span>
          )}
        </li>
      ))}
      {total > findings.length && (
        <li className="px-4 py-2 text-muted">{t('parked.more', { count: total - findings.length })}</li>
      )}
    </ul>
  );
};
