import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerGroup } from '#domain/consumer/schema.ts';
import { Empty } from '#web/components/empty.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '#web/components/ui/card.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useDock } from '#web/components/use-dock.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { DeleteKey } from './delete-key.tsx';
import { useKeyName } from './key-name.ts';
import { KeyRow } from './key-row.tsx';
import { consumersOptions } from './queries.ts';
import { useReveal } from './use-reveal.ts';

const Groups = ({ groups, api }: { groups: readonly ConsumerGroup[]; api: ApiDetail }) => {
  const { t } = useTranslation();
  const nameOf = useKeyName();
  const reveal = useReveal();
  const [asked, setAsked] = useState<{ id: number; open: boolean }>();
  const all = groups.flatMap((group) => group.deployments.map((consumer) => ({ consumer, group })));
  const inQuestion = all.find(({ consumer }) => consumer.id === asked?.id);
  const viewed = all.find(({ consumer }) => consumer.id === reveal.credentials?.consumerId);
  const deployment = api.deployments.find(({ id }) => id === viewed?.consumer.deploymentId);
  return (
    <>
      {groups.map((group) => (
        <section key={group.orgId} className="border-border border-b last:border-b-0">
          <h4 className="flex items-center gap-2 bg-background/60 px-4 py-2 font-medium text-muted text-xs">
            <bdi>{group.orgName}</bdi>
            {group.isExternal && <Badge>{t('consumers.external')}</Badge>}
          </h4>
          <ul className="divide-y divide-border">
            {group.deployments.map((consumer) => (
              <KeyRow
                key={consumer.id}
                consumer={consumer}
                isPending={reveal.isPending}
                onView={() => void reveal.reveal(consumer.id, consumer.deploymentId)}
                onDelete={() => setAsked({ id: consumer.id, open: true })}
              />
            ))}
          </ul>
        </section>
      ))}
      {inQuestion && (
        <DeleteKey
          consumer={inQuestion.consumer}
          open={asked?.open ?? false}
          onOpenChange={(open) => setAsked({ id: inQuestion.consumer.id, open })}
        />
      )}
      {reveal.credentials && viewed && deployment && (
        <CredentialsDialog
          open={reveal.isOpen}
          onClose={reveal.close}
          name={nameOf(viewed.consumer)}
          organization={viewed.group.orgName}
          deployment={deployment}
          credentials={reveal.credentials}
        />
      )}
    </>
  );
};

type Props = Readonly<{
  api: ApiDetail;
  /** Beside the title, after Add API Key. */
  actions?: ReactNode;
  /** Between the title and the keys. */
  children?: ReactNode;
}>;

/** The keys of an API, by organization. */
export const KeysCard = ({ api, actions, children }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const dock = useDock();
  const consumers = useQuery(consumersOptions(api.id));
  const isDeployed = api.deployments.some(({ state }) => state === 'deployed');
  const empty = api.may.requestAccess
    ? t('access.keys-empty')
    : api.may.addKey
      ? isDeployed
        ? t('consumers.empty-text')
        : t('consumers.empty-not-deployed')
      : t('consumers.empty-reader');
  return (
    <Card aria-labelledby={id} className="shrink-0 overflow-hidden">
      <CardHeader>
        <CardTitle id={id}>{t('consumers.card-title')}</CardTitle>
        {api.may.addKey && isDeployed && (
          <Button size="small" onClick={() => dock.push('keys', api.id)}>
            <Plus />
            {t('consumers.add')}
          </Button>
        )}
        {actions}
      </CardHeader>
      {children}
      <QueryView query={consumers} skeleton={<Skeleton className="m-4 h-20" />}>
        {(groups) =>
          groups.length === 0 ? (
            <Empty icon={KeyRound} className="py-8" title={t('consumers.empty-title')} text={empty} />
          ) : (
            <Groups groups={groups} api={api} />
          )
        }
      </QueryView>
    </Card>
  );
};
