import type { LogVerificationAnswer } from '#domain/log-verification/schema.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const words = {
  altered: 'log-alarm.altered',
  removed: 'log-alarm.removed',
  added: 'log-alarm.added',
  moved: 'log-alarm.moved',
  unsigned: 'log-alarm.unsigned',
} as const;

type Props = Pick<LogVerificationAnswer, 'findings' | 'total' | 'rows' | 'rowsTotal' | 'uncompared'> &
  Readonly<{ labelledBy: string }>;

/** Which events and rows differ, how, and since which checkpoint. */
export const FindingList = ({ findings, total, rows, rowsTotal, uncompared, labelledBy }: Props) => {
  const t = useLazyTexts('log-alarm', 'parked');
  const format = useFormat();
  const more = total + rowsTotal - findings.length - rows.length;
  return (
    <ul className="divide-y divide-border text-table" aria-labelledby={labelledBy}>
      {findings.map(({ stream, version, what, since }) => (
        <li key={`${stream} ${version} ${what}`} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
          {stream === '' ? (
            <span>{t('log-alarm.seal', { number: version })}</span>
          ) : (
            <span>
              <code dir="ltr">{stream}</code> {t('log-alarm.event', { number: version })}
            </span>
          )}
          <span className="text-muted">{t(words[what])}</span>
          {since !== null && (
            <span className="ms-auto text-muted">{t('log-alarm.since', { when: format.dateTime(since) })}</span>
          )}
        </li>
      ))}
      {rows.map(({ table, key }) => (
        <li key={`${table} ${key}`} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
          <code dir="ltr">
            {table} {key}
          </code>
          <span className="text-muted">{t('log-alarm.row')}</span>
        </li>
      ))}
      {uncompared.map((table) => (
        <li key={table} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
          <code dir="ltr">{table}</code>
          <span className="text-muted">{t('log-alarm.uncompared')}</span>
        </li>
      ))}
      {more > 0 && <li className="px-4 py-2 text-muted">{t('parked.more', { count: more })}</li>}
    </ul>
  );
};
