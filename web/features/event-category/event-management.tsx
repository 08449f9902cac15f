import { Plus, Radio } from 'lucide-react';
import { Link } from 'wouter';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { CategoryCards } from './category-cards.tsx';
import { dockView } from './dock-view.ts';
import { ManagedCategory } from './managed-category.tsx';

/** Event categories for those who look after them: each opens to its events, and leads to the editor. */
export const EventManagement = () => {
  const t = useLazyTexts('event-categories');
  const dock = useDock();
  const add = (
    <Button asChild variant="primary">
      <Link href="/events/editor">
        <Plus />
        {t('event-categories.add')}
      </Link>
    </Button>
  );
  return (
    <Page title={t('shell.nav-event-management')} description={t('event-categories.text')} actions={add}>
      <CategoryCards
        card={(category) => <ManagedCategory category={category} onHistory={() => dock.open(dockView, category.id)} />}
        empty={<Empty icon={Radio} title={t('event-categories.empty')} text={t('event-categories.empty-text')} />}
      />
    </Page>
  );
};
