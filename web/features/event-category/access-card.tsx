import type { EventCategoryView } from '#domain/event-category/schema.ts';
import { useUser } from '../../api/session.tsx';
import { useMay } from '../../api/use-may.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { AccessState } from '../access/shared/access-state.tsx';
import { RequestAccess } from '../access/shared/request-access.tsx';
import { PanelCard } from './panel-card.tsx';

/** The access of the user's organization to a category: none, asked for, denied, or given. */
export const AccessCard = ({ category: { id, name, hasAccess = false } }: { category: EventCategoryView }) => {
  const t = useLazyTexts('event-categories');
  const { organizationId, organizationName } = useUser();
  const may = useMay();
  const product = { type: 'event', id, name } as const;
  const asks = !hasAccess && may('access.request', { organizationId });
  return (
    <PanelCard title={t('event-categories.access')}>
      {asks && (
        <div className="-mx-3.5 -mt-2 mb-3">
          <AccessState product={product} hasAccess={hasAccess} />
        </div>
      )}
      <p className="text-pretty text-muted text-table">
        {t(hasAccess ? 'event-categories.has-access' : 'event-categories.no-access', {
          organization: organizationName,
        })}
      </p>
      {asks && (
        <div className="mt-3">
          <RequestAccess product={product} />
        </div>
      )}
    </PanelCard>
  );
};
