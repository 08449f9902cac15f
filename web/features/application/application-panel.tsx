import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { ApplicationDetail, ApplicationOwner } from '#domain/application/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import type { DockViewProps } from '../../components/layout/dock-view-props.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Contact } from '../../components/text/contact.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationProgress } from '../operation/shared/operation-progress.tsx';
import { ApplicationApis, type DeleteApiDialog } from './application-apis.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { applicationOptions } from './shared/queries.ts';

const DeleteApplication = lazy(() =>
  import('./delete-application.tsx').then((module) => ({ default: module.DeleteApplication })),
);

const Owners = ({ owners }: { owners: readonly ApplicationOwner[] }) => {
  const t = useLazyTexts('applications');
  return (
    <ul className="grid gap-1.5">
      {owners.every(({ left }) => left) && <li className="text-muted">{t('applications.no-owners')}</li>}
      {owners.map(({ id, name, ownerEmail, waiting, left }) => (
        <li key={id ?? ownerEmail} className="grid min-w-0">
          {name && <bdi>{name}</bdi>}
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Contact text={ownerEmail} />
            {waiting && <Badge tone="warning">{t('applications.waiting')}</Badge>}
            {left && <Badge>{t('applications.left')}</Badge>}
          </span>
        </li>
      ))}
    </ul>
  );
};

const Facts = ({ application }: { application: ApplicationDetail }) => {
  const t = useLazyTexts('applications');
  const { orgname, external, description, contact, owners, createdAt, maintainersDecide } = application;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t('applications.details')}</CardTitle>
      </CardHeader>
      <CardContent>
        <DescriptionList
          entries={[
            [t('applications.organization'), <bdi key="organization">{orgname}</bdi>],
            [t('applications.type'), t(external ? 'applications.external' : 'applications.internal')],
            [
              t('applications.description'),
              <bdi key="description" className="whitespace-pre-line [overflow-wrap:anywhere]">
                {description || t('applications.no-description')}
              </bdi>,
            ],
            [
              t('applications.contact'),
              contact ? (
                <Contact key="contact" text={contact} />
              ) : (
                <span key="contact" className="text-muted">
                  {t('applications.no-contact')}
                </span>
              ),
            ],
            [t('applications.owners'), <Owners key="owners" owners={owners} />],
            [
              t('applications.deciders'),
              t(maintainersDecide ? 'applications.maintainers-decide-short' : 'applications.administrators-decide'),
            ],
            [t('applications.created'), <RelativeTime key="created" at={createdAt} />],
          ]}
        />
      </CardContent>
    </Card>
  );
};

const CardsSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="late h-56 w-full rounded-card" />
    <Skeleton className="late h-32 w-full rounded-card" />
  </div>
);

/** The dock view of one application: details, owners, APIs, history. */
export const ApplicationPanel = ({ id, deleteApi }: DockViewProps & { deleteApi: DeleteApiDialog }) => {
  const t = useLazyTexts('applications');
  const dock = useDock();
  const application = useQuery(applicationOptions(Number(id)));
  /** Undefined until the first opening. */
  const [asksToDelete, setAsksToDelete] = useState<boolean>();
  const { data, error } = application;
  // The user saw the deletion, and now the application is gone. Nothing is left to show.
  const isGone = data?.state === 'deleting' && error !== null && asProblem(error).status === 404;
  useEffect(() => {
    if (isGone) dock.closeAll();
  });
  return (
    <DockPanel
      title={data ? <bdi>{data.name}</bdi> : t('applications.details')}
      subtitle={data && <bdi>{data.orgname}</bdi>}
      toolbar={
        data &&
        (data.may.edit || data.may.delete) && (
          <>
            {data.may.edit && (
              <Button variant="quiet" size="small" asChild>
                <Link href={`/application/edit-application?id=${id}`}>
                  <Pencil />
                  {t('applications.edit')}
                </Link>
              </Button>
            )}
            {data.may.delete && (
              <Button variant="quiet" size="small" className="text-danger" onClick={() => setAsksToDelete(true)}>
                <Trash2 />
                {t('applications.delete')}
              </Button>
            )}
          </>
        )
      }
    >
      <QueryView query={application} skeleton={<CardsSkeleton />}>
        {(detail) => (
          <>
            {detail.deletion && (
              <div className="grid shrink-0 gap-3 rounded-card border border-border bg-surface p-4">
                <p className="text-table">{t('applications.deleting-text')}</p>
                <OperationProgress operationId={detail.deletion} />
              </div>
            )}
            <Facts application={detail} />
            <ApplicationApis application={detail} deleteApi={deleteApi} />
            <ApplicationHistory id={detail.id} />
            {asksToDelete !== undefined && (
              <Suspense fallback={null}>
                <DeleteApplication application={detail} open={asksToDelete} onOpenChange={setAsksToDelete} />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
