import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HistoryRow } from '#domain/history/schema.ts';
import { ChangeLine } from '../../components/layout/change-list.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Change = HistoryRow['changes'][number];

const transformer = /^(requestTransformer|responseTransformer)\.(\w+)$/;

/** Returns a field's label, or its name if this build does not know it. */
const labelOf = (t: TFunction, field: string): string => {
  // Fields come from the server, so the type can't check the key. A test compares the two lists.
  const translate = t as unknown as (key: string, options: Record<string, unknown>) => string;
  const [, side, list] = transformer.exec(field) ?? [];
  if (side && list)
    return translate(`history.field.${side}`, { list: translate(`history.list.${list}`, { defaultValue: list }) });
  return translate(`history.field.${field}`, { defaultValue: field });
};

const useValueText = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('history');
  const format = useFormat();
  return (field: string, value: Change['from']): string => {
    if (typeof value === 'boolean') return value ? t('history.on') : t('history.off');
    if (typeof value === 'number') return format.number(value);
    if (Array.isArray(value)) return format.list(value);
    if (field === 'authentication' && (value === 'apikey' || value === 'oauth2' || value === 'both'))
      return words(`deployments.auth.${value}`);
    return String(value ?? '');
  };
};

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
