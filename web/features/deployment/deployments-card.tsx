import { Rocket } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { useMay } from '../../api/use-may.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useForgetAllRevealed } from '../consumer/shared/queries.ts';
import { DeploymentRows } from './deployment-rows.tsx';
import { MoreEnvironments } from './more-environments.tsx';

const DeleteDeployment = lazy(() =>
  import('./delete-deployment.tsx').then((module) => ({ default: module.DeleteDeployment })),
);

/** Loaded for a deployment that moves to another gateway. */
const EndMoved = lazy(() => import('./end-moved.tsx').then((module) => ({ default: module.EndMoved })));

/** Deploys the API. A PDF can't be deployed: the button stays and says why. */
const DeployNow = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const label = (
    <>
      <Rocket />
      {t('deployments.deploy-now')}
    </>
  );
  if (api.format === 'pdf')
    return (
      <Tooltip text={errorText({ code: 'api.document-only' })}>
        <Button size="small" aria-disabled>
          {label}
        </Button>
      </Tooltip>
    );
  return (
    <Button size="small" asChild>
      <Link href={`/api-deploy/${api.id}`}>{label}</Link>
    </Button>
  );
};

/** Shows where an API is deployed and how to call it there. */
export const DeploymentsCard = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const id = useId();
  const [asked, setAsked] = useState<{ id: number; open: boolean }>();
  const { deployments, may: allowed } = api;
  const dock = useDock();
  const seesGateway = useMay()('deployment.gateway-config');
  const forget = useForgetAllRevealed();
  // Forget the secrets when the user leaves the details.
  useEffect(() => () => void forget(), [forget]);
  const inQuestion = deployments.find((deployment) => deployment.id === asked?.id);
  const dialog = (about: number) => ({
    open: asked?.open ?? false,
    onOpenChange: (open: boolean) => setAsked({ id: about, open }),
  });
  const head = 'h-8 px-2 text-start font-medium text-muted whitespace-nowrap first:ps-3 last:pe-2';
  return (
    <Card aria-labelledby={id} className="@container">
      <CardHeader>
        <CardTitle id={id} className="flex items-center gap-2">
          {t('deployments.card-title')}
          <Badge aria-label={t('deployments.count', { count: deployments.length })} className="tabular-nums">
            {deployments.length}
          </Badge>
        </CardTitle>
        {allowed.deploy && <DeployNow api={api} />}
      </CardHeader>
      {deployments.length === 0 ? (
        <Empty
          icon={Rocket}
          className="py-8"
          title={t('deployments.empty-title')}
          text={allowed.deploy ? t('deployments.empty-maintainer') : t('deployments.empty-reader')}
        />
      ) : (
        <table aria-labelledby={id} className="w-full border-collapse text-table">
          <thead>
            <tr>
              <th scope="col" className={head}>
                {t('deployments.environment')}
              </th>
              <th scope="col" className={`${head} @max-lg:hidden`}>
                {t('deployments.authentication')}
              </th>
              <th scope="col" className={`${head} w-full`}>
                {t('deployments.path')}
              </th>
              <th scope="col" className={`${head} @max-lg:hidden`}>
                {t('deployments.state')}
              </th>
            </tr>
          </thead>
          {deployments.map((deployment) => (
            <DeploymentRows
              key={deployment.id}
              deployment={deployment}
              api={api}
              startsOpen={deployments.length === 1}
              onDelete={allowed.deploy ? () => setAsked({ id: deployment.id, open: true }) : undefined}
              onEnd={allowed.deploy ? (ended) => setAsked({ id: ended, open: true }) : undefined}
              onKey={
                allowed.addKey && deployment.state === 'deployed' && deployment.moving?.isLeader !== false
                  ? () => dock.push('keys', `${api.id};;${deployment.id};old`)
                  : undefined
              }
              onConfig={seesGateway ? () => dock.push('kong', deployment.id) : undefined}
            />
          ))}
        </table>
      )}
      {allowed.deploy && deployments.length > 0 && <MoreEnvironments api={api} />}
      {inQuestion && (
        <Suspense fallback={null}>
          {inQuestion.moving?.gateway ? (
            <EndMoved deployment={inQuestion} moving={inQuestion.moving} {...dialog(inQuestion.id)} />
          ) : (
            <DeleteDeployment deployment={inQuestion} {...dialog(inQuestion.id)} />
          )}
        </Suspense>
      )}
    </Card>
  );
};
