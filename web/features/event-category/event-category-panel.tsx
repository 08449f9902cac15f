import { useQuery } from '@tanstack/react-query';
import { FileText, Radio } from 'lucide-react';
import { Link } from 'wouter';
import type { EventCategoryView } from '#domain/event-category/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { isPortalAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Subscriptions } from '../event-subscription/shared/subscriptions.tsx';
import { AccessCard } from './access-card.tsx';
import { EventCategoryHistory } from './event-category-history.tsx';
import { PanelCard } from './panel-card.tsx';
import { eventCategoryOptions } from './queries.ts';
import { TopicCard } from './topic-card.tsx';

/** What a category is, its topic, and the organization's access and subscriptions. */
const Details = ({ category }: { category: EventCategoryView }) => {
  const t = useLazyTexts('event-categories');
  const user = useUser();
  const { id, description, type, businessAreaName, version, changedAt, events } = category;
  return (
    <>
      <PanelCard title={t('event-categories.about')}>
        <p className="mb-3 text-pretty text-table leading-5 [overflow-wrap:anywhere]">
          <bdi>{description}</bdi>
        </p>
        <DescriptionList
          entries={[
            [t('event-categories.business-area'), <bdi key="area">{businessAreaName}</bdi>],
            ...(type ? [[t('event-categories.type'), <bdi key="type">{type}</bdi>] as const] : []),
            [
              t('event-categories.events'),
              events.map(({ name }) => name).join(', ') || t('event-categories.no-events'),
            ],
            [t('event-categories.version-label'), String(version)],
            [t('event-categories.changed-at'), <RelativeTime key="changed" at={changedAt} />],
          ]}
        />
        <Button asChild variant="quiet" size="small" className="-ms-1.5 mt-2 text-accent-text">
          <Link href={`/events/spec/${id}`}>
            <FileText />
            {t('event-categories.see-schemas')}
          </Link>
        </Button>
      </PanelCard>
      <TopicCard category={category} />
      <AccessCard category={category} />
      <Subscriptions categoryId={id} />
      {isPortalAdmin(user) && <EventCategoryHistory id={id} />}
    </>
  );
};

/** The details of an event category beside the gallery. */
export const EventCategoryPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('event-categories');
  const category = useQuery(eventCategoryOptions(Number(id)));
  const isGone = category.error !== null && asProblem(category.error).status === 404;
  return (
    <DockPanel title={category.data?.name ?? t('event-categories.category')}>
      {isGone ? (
        <Empty icon={Radio} title={t('event-categories.gone-title')} text={t('event-categories.gone-text')} />
      ) : (
        <QueryView query={category} skeleton={<Skeleton className="late h-60 w-full" />}>
          {(found) => <Details category={found} />}
        </QueryView>
      )}
    </DockPanel>
  );
};
