import type { HistoryRow } from '#domain/history/schema.ts';
import { ChangeLine } from '../../components/layout/change-list.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { labelOf, useValueText } from './shared/field-words.ts';

type Change = HistoryRow['changes'][number];

type Props = Readonly<{
  changes: readonly Change[] /** Maximum number of changes shown. Default: all. */;
  limit?: number;
}>;

/** Old and new value of each field, up to `limit`. */
export const HistoryChanges = ({ changes, limit = changes.length }: Props) => {
  const t = useLazyTexts('history');
  const textOf = useValueText();
  const hidden = changes.length - limit;
  return (
    <ul className="mt-1 grid gap-0.5 text-xs">
      {changes.slice(0, limit).map(({ field, from, to }) => (
        <li key={field}>
          <ChangeLine
            label={labelOf(t, field)}
            from={from === null ? '' : textOf(field, from)}
            to={to === null ? '' : textOf(field, to)}
          />
        </li>
      ))}
      {hidden > 0 && <li className="text-muted">{t('history.more', { count: hidden })}</li>}
    </ul>
  );
};
