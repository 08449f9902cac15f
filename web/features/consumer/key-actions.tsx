import { Eye, Gauge, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useKeyName } from './shared/key-name.ts';

/** Loaded for keys that have a limit. */
const UseAction = lazy(() => import('./use-action.tsx').then((module) => ({ default: module.UseAction })));

/** The actions in a key's row. */
export type KeyAsked = 'view' | 'edit' | 'rotate' | 'limit' | 'end' | 'delete';

type Props = Readonly<{ consumer: ConsumerRow; isPending: boolean; onAsk: (what: KeyAsked) => void }>;

/** The buttons in a key's row that this user may use. */
export const KeyActions = ({ consumer, isPending, onAsk }: Props) => {
  const { id, nickname, may, limit, isReadOnly } = consumer;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const name = useKeyName()({ id, nickname });
  const readOnly = errorText({ code: readOnlyCode });
  const change = { isOff: isReadOnly, why: readOnly };
  return (
    <div className="-ms-1.5 flex shrink-0 flex-wrap @md:pt-1">
      {may.reveal && (
        <RowAction
          icon={Eye}
          word={t('consumers.view-word')}
          label={t('consumers.view', { name })}
          isOff={isPending}
          onClick={() => onAsk('view')}
        />
      )}
      {may.change && (
        <>
          <RowAction
            icon={Pencil}
            word={t('common.edit')}
            label={t('consumers.edit', { name })}
            {...change}
            onClick={() => onAsk('edit')}
          />
          <RowAction
            icon={RefreshCw}
            word={t('consumers.rotate-word')}
            label={t('consumers.rotate', { name })}
            why={isReadOnly ? readOnly : errorText({ code: 'consumer.rotation-under-way' })}
            isOff={isReadOnly || !may.rotate}
            onClick={() => onAsk('rotate')}
          />
        </>
      )}
      {may.limit && (
        <RowAction
          icon={Gauge}
          word={t('consumers.limit-word')}
          label={t('consumers.limit-key', { name })}
          {...change}
          onClick={() => onAsk('limit')}
        />
      )}
      {limit && (
        <Suspense>
          <UseAction consumer={consumer} />
        </Suspense>
      )}
      {may.remove && (
        <RowAction
          icon={Trash2}
          word={t('common.delete')}
          label={t('consumers.delete', { name })}
          {...change}
          onClick={() => onAsk('delete')}
        />
      )}
    </div>
  );
};
