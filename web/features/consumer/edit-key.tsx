import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsumerGroup, ConsumerRow } from '#domain/consumer/schema.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { EditKeyForm } from './edit-key-form.tsx';
import { useKeyName } from './shared/key-name.ts';
import { consumersOptions } from './shared/queries.ts';

/** Reads `3;12`: the API and its key. */
const parse = (id: string) => {
  const [apiId, consumerId] = id.split(';').map((part) => Number(part) || 0);
  return { apiId: apiId ?? 0, consumerId };
};

type Found = Readonly<{ consumer: ConsumerRow; organization: string }>;

const find = (groups: readonly ConsumerGroup[], id: number | undefined): Found | undefined =>
  groups
    .flatMap(({ deployments, orgName }) => deployments.map((consumer) => ({ consumer, organization: orgName })))
    .find(({ consumer }) => consumer.id === id);

/** The form keeps the key as it was when it was opened, so that fetched data does not overwrite the input. */
const Form = ({ found, apiId }: { found: Found; apiId: number }) => {
  const dock = useDock();
  const { current } = useRef(found);
  const leave = () => (dock.stack.at(-2)?.kind === 'api' ? dock.close() : dock.swap('api', apiId));
  return <EditKeyForm {...current} onLeave={leave} />;
};

/** The dock view that changes a key. */
export const EditKey = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const nameOf = useKeyName();
  const { apiId, consumerId } = parse(id);
  const consumers = useQuery(consumersOptions(apiId));
  const found = find(consumers.data ?? [], consumerId);
  return (
    <DockPanel title={t('consumers.edit-title')} subtitle={found && <bdi>{nameOf(found.consumer)}</bdi>}>
      <QueryView query={consumers} skeleton={<Skeleton className="h-60 w-full" />}>
        {() =>
          found?.consumer.may.change ? (
            <Form found={found} apiId={apiId} />
          ) : (
            <Empty icon={KeyRound} title={t('consumers.gone-title')} text={t('consumers.gone-text')} />
          )
        }
      </QueryView>
    </DockPanel>
  );
};
