import type { TFunction } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type NeededPlugin, pluginsOfDeployments, unmetBy } from '#domain/deployment/needed-plugins.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ReadOnlyGateway } from '../gateway-object/shared/read-only.tsx';
import type { DeployInput, DeployValues } from './deploy-values.ts';

type Props = Readonly<{
  form: UseFormReturn<DeployInput, unknown, DeployValues>;
  gateways: readonly ResourceOption[];
}>;

const wordOf = (t: TFunction, { plugin, wish }: NeededPlugin): string => {
  switch (wish) {
    case 'always':
      return t('abilities.everything');
    case 'auth':
      return t(plugin === 'oauth2' ? 'deployments.auth.oauth2' : 'deployments.auth.apikey');
    case 'both':
      return t('deployments.auth.both');
    case 'rateLimit':
      return t('deployments.rate-enabled');
    case 'ipRestriction':
      return t('deployments.addresses-enabled');
    case 'botDetection':
      return t('deployments.bots');
    case 'cors':
      return t('browser-apps.enabled');
    case 'requestTransformer':
      return t('transformers.request-title');
    case 'responseTransformer':
      return t('transformers.response-title');
    case 'enablePathLockdown':
      return t('deployments.lockdown');
    default:
      return wish satisfies never;
  }
};

/** Says what the chosen gateway is and what it can't do, before somebody asks for it, and what of it the form asks for. */
export const GatewayAbilities = ({ form: { control }, gateways }: Props) => {
  const t = useLazyTexts('abilities', 'browser-apps');
  const format = useFormat();
  const [gatewayId, auth, rateLimit, ipRestriction, botDetection, cors, requests, responses, locked] = useWatch({
    control,
    name: [
      'kongServer',
      'auth',
      'rateLimit',
      'ipRestriction',
      'botDetection',
      'cors',
      'requestTransformer',
      'responseTransformer',
      'enablePathLockdown',
    ],
  });
  const abilities = gateways.find(({ id }) => id === Number(gatewayId))?.abilities;
  if (!abilities) return null;
  const { version, router, lacks, isReadOnly } = abilities;
  const isOn = (part: { enabled?: boolean | undefined } | undefined) => ({ enabled: part?.enabled === true });
  const asked = unmetBy(lacks, {
    auth,
    rateLimit: isOn(rateLimit),
    ipRestriction: isOn(ipRestriction),
    botDetection: isOn(botDetection),
    cors: isOn(cors),
    requestTransformer: requests ?? {},
    responseTransformer: responses,
    enablePathLockdown: locked === true,
  });
  const words = (all: readonly NeededPlugin[]) => format.list(all.map((each) => wordOf(t, each)));
  return (
    <div className="grid gap-2">
      <p className="text-muted text-xs">{t('abilities.kong', { version, router })}</p>
      {isReadOnly && <ReadOnlyGateway />}
      {lacks.length > 0 && (
        <div role="status" className="flex gap-2 rounded-card bg-warning/10 px-3 py-2.5 text-table">
          <TriangleAlert className="mt-px size-4 shrink-0 text-warning" />
          <div className="grid min-w-0 gap-1">
            <p>
              {t('abilities.lacks', {
                features: words(pluginsOfDeployments.filter(({ plugin }) => lacks.includes(plugin))),
                plugins: format.list(lacks),
              })}
            </p>
            {asked.length > 0 && (
              <p className="font-medium text-danger">{t('abilities.asked', { features: words(asked) })}</p>
            )}
          </div>
        </div>
      )}
    </div>
  );
};
