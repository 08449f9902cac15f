import { useQuery } from '@tanstack/react-query';
import { Compass, Plus } from 'lucide-react';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { BusinessAreaCard } from './business-area-card.tsx';
import { dockView, newId } from './dock-view.ts';
import { businessAreasOptions } from './shared/queries.ts';

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

const CardsSkeleton = () => (
  <div className={grid}>
    {[1, 2, 3].map((slot) => (
      <Skeleton key={slot} className="late h-32 w-full rounded-card" />
    ))}
  </div>
);

/** Shows all business areas as cards. The dock adds and changes them. */
export const BusinessAreaList = () => {
  const t = useLazyTexts('business-areas');
  const areas = useQuery(businessAreasOptions);
  const dock = useDock();
  const top = dock.stack.at(-1);
  const openId = top?.kind === dockView ? top.id : undefined;
  const add = (
    <Button variant="primary" onClick={() => dock.open(dockView, newId)}>
      <Plus />
      {t('business-areas.add')}
    </Button>
  );
  const isEmpty = areas.data?.length === 0;
  return (
    <Page title={t('shell.nav-business-areas')} description={t('business-areas.text')} actions={!isEmpty && add}>
      <QueryView query={areas} skeleton={<CardsSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon={Compass}
              title={t('business-areas.empty')}
              text={t('business-areas.empty-text')}
              action={add}
            />
          ) : (
            <ul className={grid}>
              {rows.map((area) => (
                <li key={area.id} className="grid min-w-0">
                  <BusinessAreaCard
                    area={area}
                    isOpen={openId === String(area.id)}
                    onEdit={() => dock.open(dockView, area.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
};
