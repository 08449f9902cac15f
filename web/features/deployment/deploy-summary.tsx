import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { nameInEnvironment } from '#domain/core/environment.ts';
import { callPrefix } from '#domain/deployment/base-path.ts';
import { gatewayServiceName } from '#domain/deployment/gateway-name.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Code } from '../../components/text/code.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useFormat } from '../../i18n/format.ts';
import { type DeployInput, type DeployValues, isTarget } from './deploy-values.ts';
import { callPathsOptions } from './shared/queries.ts';

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '');

type Props = Readonly<{
  api: ApiDetail;
  control: Control<DeployInput, unknown, DeployValues>;
  gateways: readonly ResourceOption[];
}>;

/**
 * Returns an example call: the address at the gateway and the address at the target. Returns nothing until both are
 * known.
 */
const useSummaryCall = (api: ApiDetail, upstreamUrl: string | undefined, address: string | undefined) => {
  const calls = useQuery(callPathsOptions(api)).data;
  const target = upstreamUrl?.trim() ?? '';
  if (!calls?.example || !address || !isTarget(target)) return undefined;
  const path = `${callPrefix(target, calls.basePath)}${calls.example.path}`;
  return { method: calls.example.method, from: `${address}${path}`, to: `${withoutSlash(target)}${path}` };
};

/** Shows the names and the path as they will be on the gateway while the form is filled in. */
export const DeploySummary = ({ control, api, gateways }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const format = useFormat();
  const values = useWatch({ control });
  const { name, env, auth, contextPath, upstreamUrl, kongServer, rateLimit, oAuth2Config } = values;
  const gateway = gateways.find((resource) => resource.id === kongServer);
  const notYet = <span className="text-muted">{t('deployments.not-yet')}</span>;
  const route = contextPath && env ? nameInEnvironment(contextPath.trim(), env) : undefined;
  const also = [
    values.keyInQuery && auth !== 'oauth2' && t('deployments.key-in-query'),
    values.ipRestriction?.enabled && t('deployments.addresses-enabled'),
    values.botDetection?.enabled && t('deployments.bots'),
    values.cors?.enabled && t('deployments.protection-cors'),
    values.enablePathLockdown && t('deployments.lockdown'),
  ].filter((text) => typeof text === 'string');
  const call = useSummaryCall(api, upstreamUrl, route && gateway && `${withoutSlash(gateway.apiUrl)}/${route}`);
  const seconds = oAuth2Config?.tokenExpiration;
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id} level={2}>
          {t('deployments.summary-title')}
        </CardTitle>
        {env && <EnvironmentTag environment={env} />}
      </CardHeader>
      <CardContent>
        <DescriptionList
          entries={[
            [
              t('deployments.summary-service'),
              name && env ? <Code key="service">{gatewayServiceName(name, env)}</Code> : notYet,
            ],
            [t('deployments.summary-route'), route ? <Code key="route">{route}</Code> : notYet],
            [t('deployments.summary-path'), route ? <Code key="path">{`/${route}`}</Code> : notYet],
            [
              t('deployments.summary-address'),
              route && gateway ? <Code key="address">{`${withoutSlash(gateway.apiUrl)}/${route}`}</Code> : notYet,
            ],
            [t('deployments.summary-target'), upstreamUrl ? <Code key="target">{upstreamUrl}</Code> : notYet],
            ...(call
              ? [
                  [
                    t('deployments.summary-call'),
                    <span key="call" className="grid">
                      <Code>{`${call.method} ${call.from}`}</Code>
                      <span className="text-muted">{t('deployments.summary-call-target')}</span>
                      <Code>{call.to}</Code>
                    </span>,
                  ] as const,
                ]
              : []),
            [t('deployments.summary-access'), auth ? t(`deployments.auth.${auth}`) : notYet],
            ...(auth && auth !== 'apikey' && typeof seconds === 'number'
              ? [[t('deployments.summary-token'), t('deployments.summary-token-value', { count: seconds })] as const]
              : []),
            [
              t('deployments.rate'),
              rateLimit?.enabled && typeof rateLimit.ratePerMinute === 'number'
                ? t(rateLimit.countsTogether ? 'deployments.rate-value-together' : 'deployments.rate-value', {
                    count: rateLimit.ratePerMinute,
                  })
                : t('deployments.rate-none'),
            ],
            ...(also.length === 0 ? [] : [[t('deployments.protection'), format.list(also)] as const]),
          ]}
        />
      </CardContent>
    </Card>
  );
};
