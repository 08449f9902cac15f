import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ObjectChange } from '#domain/gateway-object/gateway-object.ts';
import type { PluginEffect } from '#domain/gateway-object/plugin-effect.ts';
import { ChangeLine } from '../../components/layout/change-list.tsx';
import { idsOf, type PluginPlace } from './plugin-place.ts';
import { pluginReachOptions } from './queries.ts';

type Props = Readonly<{
  gatewayId: number;
  place: PluginPlace;
  effect: PluginEffect | undefined;
  changes?: readonly ObjectChange[];
}>;

/** What a change of a plugin does to callers, in one sentence. */
export const EffectOnCallers = ({ effect }: { effect: PluginEffect | undefined }) => {
  const { t } = useTranslation();
  if (!effect) return null;
  const { does, guard } = effect;
  return (
    <p role="status" className="flex gap-2 rounded-card border border-border bg-background p-3">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" />
      {t(does === 'may-change' ? `kong-objects.effect-${guard}-changes` : `kong-objects.effect-${guard}-${does}`)}
    </p>
  );
};

/** What would happen: for which calls, what it does to callers, and which fields change. */
export const PluginPreview = ({ gatewayId, place, effect, changes = [] }: Props) => {
  const { t } = useTranslation();
  const { data: reach } = useQuery(pluginReachOptions({ gatewayId, ...idsOf(place) }));
  return (
    <div className="grid gap-3 text-table">
      <p>
        {place ? (
          <>
            {t('kong-objects.works-on')}: {t(`kong-objects.kind-${place.scope}`)}{' '}
            <bdi className="font-medium">{place.name}</bdi>
          </>
        ) : (
          t('kong-objects.works-on-all')
        )}
        {reach && <> {t('kong-objects.reach-routes', { count: reach.routes })}</>}
      </p>
      {reach && reach.deployments > 0 && (
        <p className="font-medium text-danger">{t('kong-objects.reach-deployments', { count: reach.deployments })}</p>
      )}
      <EffectOnCallers effect={effect} />
      {changes.length > 0 && (
        <div className="grid gap-1.5" dir="ltr">
          {changes.map(({ field, before, after }) => (
            <ChangeLine key={field} label={field} from={before ?? ''} to={after ?? ''} />
          ))}
        </div>
      )}
    </div>
  );
};
