import { useQuery } from '@tanstack/react-query';
import { FileText, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerGroup } from '#domain/consumer/schema.ts';
import type { TryItOperation } from '#domain/try-it/schema.ts';
import { useUser } from '../../api/session.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { consumersOptions } from '../consumer/shared/queries.ts';
import { tryItOperationsOptions } from './queries.ts';
import { TryItForm, type TryItKey } from './try-it-form.tsx';

const FormSkeleton = () => (
  <div className="flex flex-col gap-5">
    <Skeleton className="late h-14 w-full" />
    <Skeleton className="late h-14 w-full" />
    <Skeleton className="late h-40 w-full" />
  </div>
);

/** Returns the working keys of the own organization with their deployments. */
const keysFor = (organizationId: number, api: ApiDetail, groups: readonly ConsumerGroup[]): TryItKey[] =>
  groups
    .filter(({ orgId }) => orgId === organizationId)
    .flatMap((group) => group.deployments)
    .flatMap((consumer) => {
      const deployment = api.deployments.find(({ id }) => id === consumer.deploymentId);
      return deployment && consumer.may.reveal ? [{ consumer, deployment }] : [];
    });

/** The first step for people without a key. */
const NoKey = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const dock = useDock();
  const isDeployed = api.deployments.some(({ state }) => state === 'deployed');
  if (!isDeployed && (api.may.seeDeployments || api.may.addKey))
    return <Empty icon={KeyRound} title={t('try-it.not-deployed-title')} text={t('try-it.not-deployed-text')} />;
  return (
    <Empty
      icon={KeyRound}
      title={t('try-it.no-key-title')}
      text={api.may.addKey ? t('try-it.no-key-add') : t('try-it.no-key-ask')}
      action={
        api.may.addKey ? (
          <Button variant="primary" onClick={() => dock.push('keys', api.id)}>
            {t('consumers.add')}
          </Button>
        ) : (
          <Button onClick={() => dock.swap('api', api.id)}>{t('apis.details')}</Button>
        )
      }
    />
  );
};

const hasOne = <Item,>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;

const Described = ({ api, keys }: { api: ApiDetail; keys: readonly [TryItKey, ...TryItKey[]] }) => {
  const { t } = useTranslation();
  const operations = useQuery(tryItOperationsOptions(api.id, api.revision));
  return (
    <QueryView query={operations} skeleton={<FormSkeleton />}>
      {(all: readonly TryItOperation[]) =>
        hasOne(all) ? (
          <TryItForm api={api} keys={keys} operations={all} />
        ) : (
          <Empty icon={FileText} title={t('try-it.no-operations')} />
        )
      }
    </QueryView>
  );
};

const Body = ({ api }: { api: ApiDetail }) => {
  const errorText = useErrorText();
  const user = useUser();
  const consumers = useQuery(consumersOptions(api.id));
  if (api.format === 'pdf') return <Empty icon={FileText} title={errorText({ code: 'api.document-only' })} />;
  return (
    <QueryView query={consumers} skeleton={<FormSkeleton />}>
      {(groups) => {
        const keys = keysFor(user.organizationId, api, groups);
        return hasOne(keys) ? <Described api={api} keys={keys} /> : <NoKey api={api} />;
      }}
    </QueryView>
  );
};

/** The dock view that calls an operation of an API through the gateway, with a key of the own organization. */
export const TryIt = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const api = useQuery(apiDetailOptions(Number(id)));
  return (
    <DockPanel title={t('try-it.title')} subtitle={api.data && <bdi>{api.data.name}</bdi>}>
      <QueryView query={api} skeleton={<FormSkeleton />}>
        {(detail) => <Body api={detail} />}
      </QueryView>
    </DockPanel>
  );
};
