import { useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { asProblem } from '../../api/problem-error.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { BusinessAreaForm } from './business-area-form.tsx';
import { BusinessAreaHistory } from './business-area-history.tsx';
import { newId } from './dock-view.ts';
import { businessAreaOptions } from './queries.ts';

const EditBusinessArea = ({ id }: { id: number }) => {
  const t = useLazyTexts('business-areas');
  const area = useQuery(businessAreaOptions(id));
  const isGone = area.error !== null && asProblem(area.error).status === 404;
  return (
    <DockPanel title={t('business-areas.edit-title')} subtitle={area.data && <bdi>{area.data.name}</bdi>}>
      {isGone ? (
        <Empty icon={Compass} title={t('business-areas.gone-title')} text={t('business-areas.gone-text')} />
      ) : (
        <QueryView query={area} skeleton={<Skeleton className="late h-60 w-full" />}>
          {(found) => (
            <>
              <BusinessAreaForm key={id} area={found} />
              <BusinessAreaHistory id={id} />
            </>
          )}
        </QueryView>
      )}
    </DockPanel>
  );
};

/** The dock view that adds a business area or changes the one with this id. */
export const BusinessAreaPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('business-areas');
  if (id !== newId) return <EditBusinessArea id={Number(id)} />;
  return (
    <DockPanel title={t('business-areas.add-title')}>
      <BusinessAreaForm />
    </DockPanel>
  );
};
