import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import type { ResourceTypeRow } from '#domain/resource/schema.ts';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { resourceOptions, resourceTypesOptions } from './queries.ts';
import { ResourceForm } from './resource-form.tsx';

const ResourceHistory = lazy(() =>
  import('./resource-history.tsx').then((module) => ({ default: module.ResourceHistory })),
);

const FormSkeleton = () => <Skeleton className="late h-96 w-full rounded-card" />;

const Edit = ({ id, types }: { id: number; types: readonly ResourceTypeRow[] }) => {
  // Read the current state before a change, not the state that was shown before.
  const resource = useQuery({ ...resourceOptions(id), refetchOnMount: 'always' });
  if (!resource.isFetchedAfterMount) return <FormSkeleton />;
  return (
    <QueryView query={resource} skeleton={<FormSkeleton />}>
      {(row) => (
        <>
          <ResourceForm key={row.id} resource={row} types={types} />
          <Suspense>
            <ResourceHistory id={id} />
          </Suspense>
        </>
      )}
    </QueryView>
  );
};

/** Adds a resource, or changes the one in `?id=`. */
export const EditResource = () => {
  const t = useLazyTexts('resources');
  const [search] = useSearchParams();
  const id = Number(search.get('id')) || undefined;
  const types = useQuery(resourceTypesOptions);
  return (
    <Page
      title={t(id ? 'resources.edit-title' : 'resources.add-title')}
      description={t('resources.form-text')}
      width="narrow"
    >
      <QueryView query={types} skeleton={<FormSkeleton />}>
        {(known) => (id ? <Edit id={id} types={known} /> : <ResourceForm types={known} />)}
      </QueryView>
    </Page>
  );
};
