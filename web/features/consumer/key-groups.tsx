import { Gauge } from 'lucide-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerGroup, ConsumerRow } from '#domain/consumer/schema.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { toldApart } from '../../components/text/told-apart.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import type { KeyAsked } from './key-actions.tsx';
import { keysNearLimit } from './key-room.ts';
import { KeyRow } from './key-row.tsx';
import { useKeyName } from './shared/key-name.ts';
import { useReveal } from './use-reveal.ts';

// The dialogs are loaded when somebody opens one.
const DeleteKey = lazy(() => import('./shared/delete-key.tsx').then((module) => ({ default: module.DeleteKey })));
const EndKey = lazy(() => import('./end-key.tsx').then((module) => ({ default: module.EndKey })));
const RotateKey = lazy(() => import('./rotate-key.tsx').then((module) => ({ default: module.RotateKey })));
const CredentialsDialog = lazy(() =>
  import('./credentials-dialog.tsx').then((module) => ({ default: module.CredentialsDialog })),
);

const LimitKey = lazy(() => import('./limit-keys.tsx').then((module) => ({ default: module.LimitKey })));
const LimitOrganization = lazy(() =>
  import('./limit-keys.tsx').then((module) => ({ default: module.LimitOrganization })),
);

/** `limit-all`: of the organization that the key belongs to. */
type Dialog = Exclude<KeyAsked, 'view' | 'edit'> | 'limit-all';

type DeploymentProps = Readonly<{ group: ConsumerGroup; onLimit: (consumer: ConsumerRow) => void }>;

/** For each deployment: how many keys of how many, where the bound is near, and the limit for those who may set it. */
const OnDeployments = ({ group, onLimit }: DeploymentProps) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { orgName: organization } = group;
  return [...Map.groupBy(group.deployments, ({ deploymentId }) => deploymentId)].map(([id, keys]) => {
    const room = keysNearLimit(group, id);
    const limited = keys.find(({ may }) => may.limit);
    const environment = keys[0]?.env;
    return (
      <Fragment key={id}>
        {room && <span>{t('consumers.room', { environment, ...room })}</span>}
        {limited && (
          <RowAction
            icon={Gauge}
            word={t('consumers.limit-all-word', { environment })}
            label={t('consumers.limit-all', { organization, environment })}
            isOff={limited.isReadOnly}
            why={errorText({ code: readOnlyCode })}
            onClick={() => onLimit(limited)}
          />
        )}
      </Fragment>
    );
  });
};

/** The keys of an API by organization, with the dialogs of their buttons. */
export const KeyGroups = ({ groups, api }: { groups: readonly ConsumerGroup[]; api: ApiDetail }) => {
  const { t } = useTranslation();
  const dock = useDock();
  const nameOf = useKeyName();
  const reveal = useReveal();
  const [asked, setAsked] = useState<{ id: number; what: Dialog; open: boolean }>();
  const all = groups.flatMap((group) => group.deployments.map((consumer) => ({ consumer, group })));
  const about = all.find((each) => each.consumer.id === asked?.id);
  const consumer = about?.consumer;
  const viewed = all.find((each) => each.consumer.id === reveal.credentials?.consumerId);
  const deployment = api.deployments.find(({ id }) => id === viewed?.consumer.deploymentId);

  const pathOf = (key: ConsumerRow): string => api.deployments.find(({ id }) => id === key.deploymentId)?.path ?? '';
  const secondsOf = ({ deployments }: ConsumerGroup) =>
    toldApart(deployments.map((key) => ({ id: key.id, name: `${key.env} ${nameOf(key)}`, texts: [pathOf(key)] })));

  const show = ({ id, deploymentId }: ConsumerRow) => void reveal.reveal(id, deploymentId);
  const ask = (key: ConsumerRow, what: KeyAsked) => {
    if (what === 'view') show(key);
    else if (what === 'edit') dock.push('key', `${api.id};${key.id}`);
    else setAsked({ id: key.id, what, open: true });
  };
  const dialog = (what: Dialog) => ({
    open: asked?.what === what && asked.open,
    onOpenChange: (open: boolean) => setAsked((before) => before && { ...before, open }),
  });

  return (
    <>
      {groups.map((group) => {
        const seconds = secondsOf(group);
        return (
          <section key={group.orgId} className="border-border border-b last:border-b-0">
            <h4 className="flex flex-wrap items-center gap-x-2 gap-y-1 bg-background/60 px-4 py-2 font-medium text-muted text-xs">
              <bdi>{group.orgName}</bdi>
              {group.isExternal && <Badge>{t('consumers.external')}</Badge>}
              <OnDeployments group={group} onLimit={({ id }) => setAsked({ id, what: 'limit-all', open: true })} />
            </h4>
            <ul className="divide-y divide-border">
              {group.deployments.map((each) => (
                <KeyRow
                  key={each.id}
                  consumer={each}
                  second={seconds.get(each.id)}
                  isPending={reveal.isPending}
                  onAsk={(what) => ask(each, what)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {about && consumer && (
        <Suspense fallback={null}>
          {asked?.what === 'limit' && <LimitKey consumer={consumer} {...dialog('limit')} />}
          {asked?.what === 'limit-all' && (
            <LimitOrganization
              {...about}
              deployment={api.deployments.find(({ id }) => id === consumer.deploymentId)}
              {...dialog('limit-all')}
            />
          )}
          {asked?.what === 'delete' && <DeleteKey consumer={consumer} {...dialog('delete')} />}
          {asked?.what === 'end' && <EndKey consumer={consumer} {...dialog('end')} />}
          {asked?.what === 'rotate' && (
            <RotateKey
              consumer={consumer}
              {...dialog('rotate')}
              onRotated={() => {
                dialog('rotate').onOpenChange(false);
                if (consumer.may.reveal) show(consumer);
              }}
            />
          )}
        </Suspense>
      )}
      {reveal.credentials && viewed && deployment && (
        <Suspense>
          <CredentialsDialog
            open={reveal.isOpen}
            onClose={reveal.close}
            name={nameOf(viewed.consumer)}
            organization={viewed.group.orgName}
            api={api}
            deployment={deployment}
            credentials={reveal.credentials}
          />
        </Suspense>
      )}
    </>
  );
};
