import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HistoryValue } from '#domain/core/changes.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

const transformer = /^(requestTransformer|responseTransformer)\.(\w+)$/;

/** Returns the label of a field of an API, a deployment or a key, or its name if this build does not know it. */
export const labelOf = (t: TFunction, field: string): string => {
  // Fields come from the server, so the type can't check the key. A test compares the two lists.
  const translate = t as unknown as (key: string, options: Record<string, unknown>) => string;
  const [, side, list] = transformer.exec(field) ?? [];
  if (side && list)
    return translate(`history.field.${side}`, { list: translate(`history.list.${list}`, { defaultValue: list }) });
  return translate(`history.field.${field}`, { defaultValue: field });
};

/** Returns what writes the value of a field for people. */
export const useValueText = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('history');
  const format = useFormat();
  return (field: string, value: HistoryValue): string => {
    if (typeof value === 'boolean') return value ? t('history.on') : t('history.off');
    if (typeof value === 'number') return format.number(value);
    if (Array.isArray(value)) return format.list(value);
    if (field === 'authentication' && (value === 'apikey' || value === 'oauth2' || value === 'both'))
      return words(`deployments.auth.${value}`);
    return String(value ?? '');
  };
};
