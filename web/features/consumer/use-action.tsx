import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { KeyUseDialog } from './key-use-dialog.tsx';
import { useKeyName } from './shared/key-name.ts';

/** Shows how much of a key's limit was used. */
export const UseAction = ({ consumer }: Readonly<{ consumer: ConsumerRow }>) => {
  const t = useLazyTexts('key-use');
  const name = useKeyName()(consumer);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowAction
        icon={Activity}
        word={t('key-use.action')}
        label={t('key-use.action-label', { name })}
        onClick={() => setOpen(true)}
      />
      <KeyUseDialog consumer={consumer} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
