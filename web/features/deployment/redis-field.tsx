import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { redisVersion, takesRedis } from '#domain/deployment/redis-version.ts';
import { SelectField } from '../../components/form/select-field.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { DeployInput, DeployValues } from './deploy-values.ts';
import { gatewaysOptions, redisesOptions } from './shared/queries.ts';

type Props = Readonly<{ form: UseFormReturn<DeployInput, unknown, DeployValues>; disabled: boolean }>;

/** Where calls are counted: at each node of the gateway, or in a Redis for all of them. Nothing where there is no Redis. */
export const RedisField = ({ form: { control }, disabled }: Props) => {
  const t = useLazyTexts('counting');
  const { data = [] } = useQuery(redisesOptions);
  const { data: gateways = [] } = useQuery(gatewaysOptions);
  const [chosen, gatewayId] = useWatch({ control, name: ['rateLimit.redis', 'kongServer'] });
  const version = gateways.find(({ id }) => id === Number(gatewayId))?.abilities?.version ?? null;
  if (data.length === 0 && !chosen) return null;
  return (
    <SelectField
      control={control}
      name="rateLimit.redis"
      label={t('counting.redis')}
      help={takesRedis(version) ? t('counting.redis-help') : t('counting.too-old', { version, needed: redisVersion })}
      options={optionsOf(data)}
      none={t('counting.local')}
      disabled={disabled}
    />
  );
};
