import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import type { ApprovalDetail } from '#domain/approval/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Warning } from '../../components/text/warning.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { GatewayChanges } from '../deployment/shared/gateway-changes.tsx';
import { ApprovalState } from './approval-state.tsx';
import { DecideApproval, WithdrawApproval } from './decide-approval.tsx';
import { peopleChange } from './people-change.ts';
import { PeopleFacts } from './people-facts.tsx';
import { approvalOptions } from './queries.ts';

/** Who asked for what, and who decided. */
const Facts = ({ approval }: Readonly<{ approval: ApprovalDetail }>) => {
  const t = useLazyTexts('approvals');
  const format = useFormat();
  const { kind, environment, api, path, gateway, reason, requestedBy, requestedAt, expiresAt } = approval;
  const { state, decidedBy, decidedAt, note } = approval;
  const ofDeployment =
    kind === 'deployment'
      ? ([
          [t('approvals.api'), <bdi key="api">{api?.name}</bdi>],
          [t('approvals.path'), <Ltr key="path">{path}</Ltr>],
          [t('approvals.gateway'), <bdi key="gateway">{gateway?.name}</bdi>],
        ] as const)
      : [];
  const decided = decidedBy
    ? ([
        [t('approvals.decided-by'), <bdi key="decider">{decidedBy.name}</bdi>],
        [t('approvals.decided-at'), decidedAt ? format.dateTime(decidedAt) : ''],
        ...(note ? ([[t('approvals.note'), <bdi key="note">{note}</bdi>]] as const) : []),
      ] as const)
    : [];
  return (
    <DescriptionList
      entries={[
        [t('approvals.state-label'), <ApprovalState key="state" state={state} />],
        ...(environment
          ? ([[t('approvals.environment'), <EnvironmentTag key="environment" environment={environment} />]] as const)
          : []),
        ...ofDeployment,
        ...(reason ? ([[t('approvals.reason'), <bdi key="reason">{reason}</bdi>]] as const) : []),
        [t('approvals.requested-by'), <bdi key="requester">{requestedBy.name}</bdi>],
        [t('approvals.requested-at'), format.dateTime(requestedAt)],
        ...(state === 'waiting' ? ([[t('approvals.expires-at'), format.dateTime(expiresAt)]] as const) : []),
        ...decided,
      ]}
    />
  );
};

/** The difference at the gateway that was asked for: the same for whoever asks and whoever decides. */
const Difference = ({ approval }: Readonly<{ approval: ApprovalDetail }>) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('approvals');
  const { kind, plan, environment } = approval;
  if (environment === null) return <PeopleFacts approval={approval} />;
  if (kind === 'rule') return <p className="text-table">{t('approvals.rule-ends')}</p>;
  if (plan === null) return <p className="text-table">{t('approvals.plan-hidden')}</p>;
  if (kind === 'replay' && plan.changes.length === 0)
    return <p className="text-table">{t('approvals.replay-empty')}</p>;
  if (plan.changes.length === 0) return <p className="text-table">{words('gateway.preview-nothing')}</p>;
  return <GatewayChanges plan={plan} />;
};

const Decision = ({ approval }: Readonly<{ approval: ApprovalDetail }>) => {
  const t = useLazyTexts('approvals', 'errors');
  const dock = useDock();
  const { lapse, operationId } = approval;
  if (approval.may.decide) return <DecideApproval approval={approval} />;
  if (approval.may.withdraw) return <WithdrawApproval approval={approval} />;
  if (lapse) return <Warning text={t(`errors.approval.lapsed-${lapse}`)} />;
  if (operationId)
    return (
      <Button className="justify-self-start" onClick={() => dock.open('operation', operationId)}>
        {t('approvals.open-operation')}
      </Button>
    );
  return null;
};

const Shown = ({ approval }: Readonly<{ approval: ApprovalDetail }>) => {
  const t = useLazyTexts('approvals');
  const id = useId();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card aria-labelledby={id}>
        <CardHeader>
          <CardTitle id={id} level={2}>
            {t(approval.environment === null ? 'approvals.what-happens' : 'approvals.difference')}
          </CardTitle>
        </CardHeader>
        <CardContent>
          <Difference approval={approval} />
        </CardContent>
      </Card>
      <Card>
        <CardContent className="grid gap-5 pt-5">
          <Facts approval={approval} />
          <Decision approval={approval} />
        </CardContent>
      </Card>
    </div>
  );
};

const titleOf = (t: TFunction, approval: ApprovalDetail): string => {
  const { kind, path, environment, isNew, operations: count } = approval;
  const ofPeople = peopleChange(t, approval);
  if (ofPeople !== undefined) return ofPeople;
  if (kind === 'rule') return t('approvals.title-rule', { environment });
  if (kind === 'replay') return t('approvals.title-replay', { environment, count });
  return t(isNew ? 'approvals.title-new' : 'approvals.title-of', { path, environment });
};

/** One change that needs a second person: what it does, and the decision. */
export const ApprovalPage = () => {
  const t = useLazyTexts('approvals');
  const approval = useQuery(approvalOptions(Number(useParams<{ id: string }>().id) || 0));
  const known = approval.data;
  return (
    <Page
      title={known ? titleOf(t, known) : t('approvals.title')}
      description={t(known?.environment === null ? 'approvals.people-text' : 'approvals.page-text')}
    >
      <QueryView query={approval} skeleton={<Skeleton className="late h-72 w-full" />}>
        {(found) => <Shown approval={found} />}
      </QueryView>
    </Page>
  );
};
