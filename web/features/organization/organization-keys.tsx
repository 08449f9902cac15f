import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrganizationDetail } from '#domain/organization/schema.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { toldApart, WithSecond } from '../../components/text/told-apart.tsx';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { DeleteKey } from '../consumer/shared/delete-key.tsx';
import { useKeyName } from '../consumer/shared/key-name.ts';
import { KeySecrets } from '../consumer/shared/key-secrets.tsx';
import { accessView } from './dock-view.ts';

type Group = OrganizationDetail['consumers'][number];
type Key = Group['deployments'][number];

const KeyLine = ({
  consumer,
  suspended,
  onEdit,
  onDelete,
}: {
  consumer: Key;
  suspended: boolean;
  onEdit: () => void;
  onDelete: () => void;
}) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const name = useKeyName()(consumer);
  const errorText = useErrorText();
  const { env, appname, state, may, isReadOnly } = consumer;
  const change = { isOff: isReadOnly, why: errorText({ code: readOnlyCode }) };
  return (
    <li className="flex @md:items-start gap-2 px-4 py-2.5 max-sm:flex-col">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
          <EnvironmentTag environment={env} className="shrink-0" />
          <bdi className="min-w-0 truncate font-medium">{name}</bdi>
          {appname && <bdi className="text-muted text-xs">{appname}</bdi>}
          {suspended && <StatusDot tone="danger">{t('organizations.suspended')}</StatusDot>}
          {state !== 'active' && (
            <StatusDot tone={state === 'failed' || state === 'change-failed' ? 'danger' : 'info'}>
              {words(`consumers.states.${state}`)}
            </StatusDot>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
          <KeySecrets credentials={consumer} />
        </p>
      </div>
      <div className="-ms-1.5 flex shrink-0">
        {may.change && (
          <RowAction
            icon={Pencil}
            word={words('common.edit')}
            label={words('consumers.edit', { name })}
            {...change}
            onClick={onEdit}
          />
        )}
        {may.remove && (
          <RowAction
            icon={Trash2}
            word={words('common.delete')}
            label={words('consumers.delete', { name })}
            {...change}
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  );
};

/** The organization's keys by API and deployment, masked. */
export const OrganizationKeys = ({ detail: { organization, consumers } }: { detail: OrganizationDetail }) => {
  const t = useLazyTexts('organizations');
  const dock = useDock();
  const [asked, setAsked] = useState<{ id: number; open: boolean }>();
  // The version is shown in any case.
  const seconds = toldApart(
    consumers.map(({ apiId: id, apiName, apiVersion }) => ({ id, name: `${apiName} ${apiVersion}`, texts: [] })),
  );
  const consumer = consumers.flatMap(({ deployments }) => deployments).find(({ id }) => id === asked?.id);
  return (
    <Card className="@container shrink-0 overflow-hidden">
      <CardHeader>
        <CardTitle>{t('organizations.api-access')}</CardTitle>
        {organization.status !== 'deleting' && (
          <Button size="small" onClick={() => dock.push(accessView, organization.id)}>
            <Plus />
            {t('organizations.add-access')}
          </Button>
        )}
      </CardHeader>
      {consumers.length === 0 && (
        <Empty
          icon={KeyRound}
          className="py-6"
          title={t('organizations.no-keys')}
          text={organization.status !== 'deleting' && t('organizations.no-keys-text')}
        />
      )}
      {consumers.map((group: Group) => (
        <section key={group.apiId} className="border-border border-b last:border-b-0">
          <h4 className="flex items-center gap-2 bg-background/60 px-4 py-2 font-medium text-muted text-xs">
            <button
              type="button"
              className="min-w-0 truncate rounded-control hover:underline"
              onClick={() => dock.push('api', group.apiId)}
            >
              <WithSecond second={seconds.get(group.apiId)}>
                <bdi>{group.apiName}</bdi>
              </WithSecond>
            </button>
            <VersionTag version={group.apiVersion} />
          </h4>
          <ul className="divide-y divide-border">
            {group.deployments.map((each) => (
              <KeyLine
                key={each.id}
                consumer={each}
                suspended={organization.deactivated}
                onEdit={() => dock.push('key', `${group.apiId};${each.id}`)}
                onDelete={() => setAsked({ id: each.id, open: true })}
              />
            ))}
          </ul>
        </section>
      ))}
      {consumer && (
        <DeleteKey
          consumer={consumer}
          open={asked?.open ?? false}
          onOpenChange={(open) => setAsked((before) => before && { ...before, open })}
        />
      )}
    </Card>
  );
};
