import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OrganizationDetail } from '#domain/organization/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { useUser } from '../../api/session.tsx';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import type { DockViewProps } from '../../components/layout/dock-view-props.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Contact } from '../../components/text/contact.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationProgress } from '../operation/shared/operation-progress.tsx';
import { OrganizationActions } from './organization-actions.tsx';
import { OrganizationApplications } from './organization-applications.tsx';
import { OrganizationHistory } from './organization-history.tsx';
import { OrganizationKeys } from './organization-keys.tsx';
import { OrganizationStatus } from './organization-status.tsx';
import { organizationOptions } from './queries.ts';
import { WithdrawDeletion } from './withdraw-deletion.tsx';

const Facts = ({ organization }: Pick<OrganizationDetail, 'organization'>) => {
  const t = useLazyTexts('organizations');
  const { contact, external, description, phoneNumber, attrs } = organization;
  const { address1, address2, zip, city, state, country, registrationId, billingType, taxNo } = organization;
  const address = [address1, address2, [zip, city].filter(Boolean).join(' '), state, country].filter(Boolean);
  const more = [
    [t('organizations.phone'), phoneNumber],
    [t('organizations.address'), address.join('\n')],
    [t('organizations.registration'), registrationId],
    [t('organizations.billing'), billingType && t(`organizations.billings.${billingType}`)],
    [t('organizations.tax'), taxNo],
    ...attrs.map(({ name, value }) => [name, value] as const),
  ] as const;
  return (
    <Card className="shrink-0">
      <CardHeader>
        <CardTitle>{t('organizations.details')}</CardTitle>
      </CardHeader>
      <CardContent>
        <DescriptionList
          entries={[
            [t('organizations.contact'), <Contact key="contact" text={contact} />],
            [t('organizations.type'), t(external ? 'organizations.external' : 'organizations.internal')],
            [
              t('organizations.description'),
              <bdi key="description" className="whitespace-pre-line [overflow-wrap:anywhere]">
                {description || t('organizations.no-description')}
              </bdi>,
            ],
            ...more
              .filter(([, value]) => value)
              .map(
                ([name, value]) =>
                  [
                    name,
                    <bdi key={name} className="whitespace-pre-line [overflow-wrap:anywhere]">
                      {value}
                    </bdi>,
                  ] as const,
              ),
          ]}
        />
      </CardContent>
    </Card>
  );
};

/** What is going on with the whole organization: a request that waits, an operation that runs. */
const Progress = ({ organization }: Pick<OrganizationDetail, 'organization'>) => {
  const t = useLazyTexts('organizations');
  const format = useFormat();
  const user = useUser();
  const { status, deletion, operationId } = organization;
  if (status === 'active' && !deletion) return null;
  return (
    <div className="grid shrink-0 gap-3 rounded-card border border-border bg-surface p-4 text-table">
      {status === 'deactivated' && <p>{t('organizations.deactivated-text')}</p>}
      {status === 'deleting' && <p>{t('organizations.deleting-text')}</p>}
      {deletion && (
        <p>
          {t('organizations.requested-by', {
            name: deletion.requestedBy.name,
            when: format.dateTime(deletion.requestedAt),
          })}
        </p>
      )}
      {deletion && deletion.requestedBy.id === user.id && (
        <div>
          <WithdrawDeletion id={deletion.id} orgId={organization.id} />
        </div>
      )}
      {operationId && status !== 'active' && <OperationProgress operationId={operationId} />}
    </div>
  );
};

const CardsSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="late h-48 w-full rounded-card" />
    <Skeleton className="late h-32 w-full rounded-card" />
    <Skeleton className="late h-40 w-full rounded-card" />
  </div>
);

/** The dock view of one organization: details, applications, keys, history. */
export const OrganizationPanel = ({ id }: DockViewProps) => {
  const t = useLazyTexts('organizations');
  const dock = useDock();
  const organization = useQuery(organizationOptions(Number(id)));
  const { data, error } = organization;
  // The user saw the deletion, and now the organization is gone. Nothing is left to show.
  const isGone = data?.organization.status === 'deleting' && error !== null && asProblem(error).status === 404;
  useEffect(() => {
    if (isGone) dock.closeAll();
  });
  return (
    <DockPanel
      title={data ? <bdi>{data.organization.name}</bdi> : t('organizations.details')}
      subtitle={data && <OrganizationStatus organization={data.organization} />}
      toolbar={data && <OrganizationActions organization={data.organization} />}
    >
      <QueryView query={organization} skeleton={<CardsSkeleton />}>
        {(detail) => (
          <>
            <Progress organization={detail.organization} />
            <Facts organization={detail.organization} />
            <OrganizationApplications detail={detail} />
            <OrganizationKeys detail={detail} />
            <OrganizationHistory id={detail.organization.id} />
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
