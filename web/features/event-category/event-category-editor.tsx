import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useParams } from 'wouter';
import { asProblem } from '../../api/problem-error.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { eventCategoryOptions } from './queries.ts';

const CategoryForm = lazy(() =>
  import('./category-form.tsx').then((module) => ({ default: module.CategoryEditorForm })),
);

const waiting = <Skeleton className="late h-[60dvh] w-full" />;

const Opened = ({ id }: { id: number }) => {
  const t = useLazyTexts('event-categories');
  const category = useQuery(eventCategoryOptions(id));
  if (category.error !== null && asProblem(category.error).status === 404)
    return <Empty icon={Radio} title={t('event-categories.gone-title')} text={t('event-categories.gone-text')} />;
  return (
    <QueryView query={category} skeleton={waiting}>
      {(found) => (
        <Suspense fallback={waiting}>
          <CategoryForm key={id} category={found} />
        </Suspense>
      )}
    </QueryView>
  );
};

/** The editor of an event category: `/events/editor/3` opens one, `/events/editor` begins a new one. */
export const EventCategoryEditor = () => {
  const t = useLazyTexts('event-categories');
  const { id } = useParams<{ id?: string }>();
  return (
    <Page
      title={t(id === undefined ? 'event-categories.add-title' : 'event-categories.edit-title')}
      description={t('event-categories.editor-text')}
    >
      {id === undefined ? (
        <Suspense fallback={waiting}>
          <CategoryForm />
        </Suspense>
      ) : (
        <Opened id={Number(id)} />
      )}
    </Page>
  );
};
