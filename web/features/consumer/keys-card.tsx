import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { KeyGroups } from './key-groups.tsx';
import { consumersOptions } from './shared/queries.ts';

type Props = Readonly<{
  api: ApiDetail;
  /** Shown beside the title, after Add API Key. */
  actions?: ReactNode;
  /** Shown between the title and the keys. */
  children?: ReactNode;
}>;

/** The keys of an API, by organization. */
export const KeysCard = ({ api, actions, children }: Props) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const dock = useDock();
  const consumers = useQuery(consumersOptions(api.id));
  const deployed = api.deployments.filter(({ state }) => state === 'deployed');
  const isDeployed = deployed.length > 0;
  const takesNone = isDeployed && deployed.every(({ isReadOnly }) => isReadOnly);
  const add = (
    <Button size="small" aria-disabled={takesNone} onClick={() => takesNone || dock.push('keys', api.id)}>
      <Plus />
      {t('consumers.add')}
    </Button>
  );
  const empty = api.may.requestAccess
    ? t('access.keys-empty')
    : api.may.addKey
      ? isDeployed
        ? t('consumers.empty-text')
        : t('consumers.empty-not-deployed')
      : t('consumers.empty-reader');
  return (
    <Card aria-labelledby={id} className="@container shrink-0 overflow-hidden">
      <CardHeader>
        <CardTitle id={id}>{t('consumers.card-title')}</CardTitle>
        {api.may.addKey &&
          isDeployed &&
          (takesNone ? <Tooltip text={errorText({ code: readOnlyCode })}>{add}</Tooltip> : add)}
        {actions}
      </CardHeader>
      {children}
      <QueryView query={consumers} skeleton={<Skeleton className="m-4 h-20" />}>
        {(groups) =>
          groups.length === 0 ? (
            <Empty icon={KeyRound} className="py-8" title={t('consumers.empty-title')} text={empty} />
          ) : (
            <KeyGroups groups={groups} api={api} />
          )
        }
      </QueryView>
    </Card>
  );
};
