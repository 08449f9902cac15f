import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerGroup, ConsumerRow } from '#domain/consumer/schema.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { Badge } from '../../components/ui/badge.tsx';
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

type Dialog = Exclude<KeyAsked, 'view' | 'edit'>;

/** How many keys of how many an organization has, for each deployment where the bound is near. */
const Room = ({ group }: { group: ConsumerGroup }) => {
  const { t } = useTranslation();
  const ids = [...new Set(group.deployments.map(({ deploymentId }) => deploymentId))];
  return ids.map((id) => {
    const room = keysNearLimit(group, id);
    const env = group.deployments.find(({ deploymentId }) => deploymentId === id)?.env;
    return room && <span key={id}>{t('consumers.room', { environment: env, ...room })}</span>;
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
  const consumer = all.find((each) => each.consumer.id === asked?.id)?.consumer;
  const viewed = all.find((each) => each.consumer.id === reveal.credentials?.consumerId);
  const deployment = api.deployments.find(({ id }) => id === viewed?.consumer.deploymentId);

  const show = ({ id, deploymentId }: ConsumerRow) => void reveal.reveal(id, deploymentId);
  const ask = (about: ConsumerRow, what: KeyAsked) => {
    if (what === 'view') show(about);
    else if (what === 'edit') dock.push('key', `${api.id};${about.id}`);
    else setAsked({ id: about.id, what, open: true });
  };
  const dialog = (what: Dialog) => ({
    open: asked?.what === what && asked.open,
    onOpenChange: (open: boolean) => setAsked((before) => before && { ...before, open }),
  });

  return (
    <>
      {groups.map((group) => (
        <section key={group.orgId} className="border-border border-b last:border-b-0">
          <h4 className="flex items-center gap-2 bg-background/60 px-4 py-2 font-medium text-muted text-xs">
            <bdi>{group.orgName}</bdi>
            {group.isExternal && <Badge>{t('consumers.external')}</Badge>}
            <Room group={group} />
          </h4>
          <ul className="divide-y divide-border">
            {group.deployments.map((each) => (
              <KeyRow key={each.id} consumer={each} isPending={reveal.isPending} onAsk={(what) => ask(each, what)} />
            ))}
          </ul>
        </section>
      ))}
      {consumer && (
        <Suspense fallback={null}>
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
