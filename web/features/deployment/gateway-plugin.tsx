import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GatewayConfig, GatewayObject } from '#domain/deployment/gateway-config.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Code } from '../../components/text/code.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { gatewayDate } from '../../i18n/format.ts';
import { fieldText } from './gateway-service.tsx';
import { gatewayConfigOptions } from './shared/queries.ts';

const prefix = 'config.';

const Plugin = ({ plugin, config }: { plugin: GatewayObject; config: GatewayConfig }) => {
  const { t } = useTranslation();
  // The BFF writes a reference as the kind of its object, such as `service`, if it knows the object.
  const parent = (field: string) => {
    const text = fieldText(plugin, field);
    if (text === undefined) return '–';
    return <Code>{config.objects.find(({ object }) => object === text)?.name || text}</Code>;
  };
  const settings = plugin.fields.filter(({ field }) => field.startsWith(prefix));
  return (
    <>
      <DescriptionList
        entries={[
          [t('gateway.name'), <Code key="name">{plugin.object.replace(/^plugin /, '')}</Code>],
          [t('gateway.id'), <Code key="id">{plugin.id}</Code>],
          [t('gateway.protocols'), <Code key="protocols">{fieldText(plugin, 'protocols') ?? '–'}</Code>],
          [t('gateway.created'), plugin.created ? <Code key="created">{gatewayDate(plugin.created)}</Code> : '–'],
          [t('gateway.parent-service'), parent('service')],
          [t('gateway.parent-route'), parent('route')],
          ...(fieldText(plugin, 'consumer') === undefined
            ? []
            : [[t('gateway.parent-consumer'), parent('consumer')] as const]),
        ]}
      />
      <section className="grid gap-2 border-border border-t pt-4">
        <h3 className="font-semibold text-sm">{t('gateway.configuration')}</h3>
        <dl className="grid gap-1.5 text-xs">
          {settings.map(({ field, lines, more }) => (
            <div key={field} className="grid gap-x-4 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
              <dt className="text-muted">
                <Code>{field.slice(prefix.length)}</Code>
              </dt>
              <dd className="grid min-w-0">
                {lines.map((line) => (
                  <Code key={line}>{line}</Code>
                ))}
                {more > 0 && <span className="text-muted">{t('gateway.more-lines', { count: more })}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
};

/**
 * The dock view of one plugin of a deployment, `9;<id>`: its whole configuration on the gateway, with masked secrets.
 */
export const GatewayPlugin = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const [deploymentId, pluginId] = id.split(';');
  const query = useQuery(gatewayConfigOptions(Number(deploymentId)));
  return (
    <DockPanel title={t('gateway.plugin-title')} subtitle={query.data && <Ltr>{query.data.path}</Ltr>}>
      <QueryView query={query} skeleton={<Skeleton className="late h-72 w-full" />}>
        {(config) => {
          const plugin = config.objects.find((object) => object.id === pluginId);
          return plugin ? (
            <Plugin plugin={plugin} config={config} />
          ) : (
            <Empty icon={CircleSlash} title={t('gateway.plugin-gone')} className="py-6" />
          );
        }}
      </QueryView>
    </DockPanel>
  );
};
