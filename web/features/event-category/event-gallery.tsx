import { Radio } from 'lucide-react';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { CategoryCards } from './category-cards.tsx';
import { dockView } from './dock-view.ts';
import { EventCategoryCard } from './event-category-card.tsx';

/** The event message gallery: every category as a card. The dock shows the details of one. */
export const EventGallery = () => {
  const t = useLazyTexts('event-categories');
  const dock = useDock();
  const top = dock.stack.at(-1);
  const openId = top?.kind === dockView ? top.id : undefined;
  return (
    <Page title={t('event-categories.gallery')} description={t('event-categories.gallery-text')}>
      <CategoryCards
        card={(category) => (
          <EventCategoryCard
            category={category}
            isOpen={openId === String(category.id)}
            onOpen={() => dock.open(dockView, category.id)}
          />
        )}
        empty={<Empty icon={Radio} title={t('event-categories.empty')} />}
        errorTitle={t('event-categories.gallery-failed')}
      />
    </Page>
  );
};
