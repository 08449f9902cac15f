import type { ApplicationRow } from '#domain/application/schema.ts';
import { RowCard } from '../../components/table/row-card.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{ application: ApplicationRow; isOpen: boolean; onOpen: () => void }>;

/** One application. A click on the card opens its details. */
export const ApplicationCard = ({ application, isOpen, onOpen }: Props) => {
  const t = useLazyTexts('applications');
  const { name, description, orgname, external, apis, state, owned, unowned } = application;
  return (
    <RowCard
      name={name}
      mark={external && <Badge>{t('applications.external')}</Badge>}
      under={orgname}
      text={description || t('applications.no-description')}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-muted text-xs">
        {state === 'deleting' ? (
          <StatusDot tone="warning">{t('applications.deleting')}</StatusDot>
        ) : (
          <span>{t('applications.api-count', { count: apis })}</span>
        )}
        {owned && <Badge tone="accent">{t('applications.owned')}</Badge>}
        {unowned && <Badge tone="warning">{t('applications.unowned')}</Badge>}
      </div>
    </RowCard>
  );
};
