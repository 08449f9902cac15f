import { Eye, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { useKeyName } from './key-name.ts';

/** What can be asked of a key in its row. */
export type KeyAsked = 'view' | 'edit' | 'rotate' | 'end' | 'delete';

type ActionProps = Readonly<{ icon: ComponentType; label: string; why?: string; isOff?: boolean; onClick: () => void }>;

const Action = ({ icon: Icon, label, why, isOff = false, onClick }: ActionProps) => (
  <Tooltip text={isOff && why ? why : label}>
    <Button
      variant="quiet"
      size="icon-small"
      aria-label={label}
      // Not disabled, which would lose the focus that a dialog gives back.
      aria-disabled={isOff}
      onClick={() => isOff || onClick()}
    >
      <Icon />
    </Button>
  </Tooltip>
);

type Props = Readonly<{ consumer: ConsumerRow; isPending: boolean; onAsk: (what: KeyAsked) => void }>;

/** The buttons of a key's row, as far as they are this user's. */
export const KeyActions = ({ consumer: { id, nickname, may }, isPending, onAsk }: Props) => {
  const { t } = useTranslation();
  const name = useKeyName()({ id, nickname });
  return (
    <div className="flex shrink-0">
      {may.reveal && (
        <Action icon={Eye} label={t('consumers.view', { name })} isOff={isPending} onClick={() => onAsk('view')} />
      )}
      {may.change && (
        <>
          <Action icon={Pencil} label={t('consumers.edit', { name })} onClick={() => onAsk('edit')} />
          <Action
            icon={RefreshCw}
            label={t('consumers.rotate', { name })}
            why={t('errors.consumer.rotation-under-way')}
            isOff={!may.rotate}
            onClick={() => onAsk('rotate')}
          />
        </>
      )}
      {may.remove && <Action icon={Trash2} label={t('consumers.delete', { name })} onClick={() => onAsk('delete')} />}
    </div>
  );
};
