import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GatewayConfig, GatewayObject } from '#domain/deployment/gateway-config.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Code } from '../../components/text/code.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { gatewayDate } from '../../i18n/format.ts';
import { GatewayChanges } from './shared/gateway-changes.tsx';
import { gatewayConfigOptions } from './shared/queries.ts';

/** Returns the text of an object's field. Undefined if the gateway has no value. */
export const fieldText = ({ fields }: GatewayObject, name: string): string | undefined =>
  fields.find(({ field }) => field === name)?.lines.join(', ');

const Difference = ({ difference }: Pick<GatewayConfig, 'difference'>) => {
  const { t } = useTranslation();
  const isSame = difference.changes.length === 0;
  return (
    <section className="grid gap-2">
      <p className="flex gap-2 text-table">
        {isSame ? (
          <CircleCheck className="mt-px size-4 shrink-0 text-success" />
        ) : (
          <TriangleAlert className="mt-px size-4 shrink-0 text-warning" />
        )}
        {isSame ? t('gateway.as-wanted') : t('gateway.differs')}
      </p>
      {!isSame && <GatewayChanges plan={difference} />}
    </section>
  );
};

const Objects = ({
  title,
  objects,
  onOpen,
}: {
  title: string;
  objects: readonly GatewayObject[];
  onOpen?: ((object: GatewayObject) => void) | undefined;
}) => {
  const { t } = useTranslation();
  const cell = 'px-3 py-2 align-top';
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      <div className="overflow-hidden rounded-card border border-border">
        <table className="w-full table-fixed border-collapse text-table">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="h-8 px-3 text-start font-medium">
                {onOpen ? t('gateway.name') : t('gateway.paths')}
              </th>
              <th scope="col" className="h-8 w-2/5 px-3 text-start font-medium">
                {t('gateway.id')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border border-border border-t">
            {objects.map((object) => (
              <tr key={object.id}>
                <td className={cell}>
                  {onOpen ? (
                    <button
                      type="button"
                      onClick={() => onOpen(object)}
                      className="flex items-center gap-1 text-accent-text underline-offset-4 hover:underline"
                    >
                      <Ltr>{object.object.replace(/^plugin /, '')}</Ltr>
                      <ChevronRight className="size-3.5 rtl:-scale-x-100" />
                    </button>
                  ) : (
                    <span className="grid gap-0.5">
                      <Code>{[fieldText(object, 'methods'), object.name].filter(Boolean).join(' ')}</Code>
                      {object.fields
                        .filter(({ field }) => field === 'paths')
                        .flatMap(({ lines, more }) => [
                          ...lines.map((line) => (
                            <span key={line} className="text-muted">
                              <Code>{line}</Code>
                            </span>
                          )),
                          ...(more > 0
                            ? [
                                <span key="more" className="text-muted text-xs">
                                  {t('gateway.more-lines', { count: more })}
                                </span>,
                              ]
                            : []),
                        ])}
                    </span>
                  )}
                </td>
                <td className={`${cell} text-muted`}>
                  <Code>{object.id}</Code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Service = ({ config, onPlugin }: { config: GatewayConfig; onPlugin: (object: GatewayObject) => void }) => {
  const { t } = useTranslation();
  const { objects, gateway, difference } = config;
  const service = objects.find(({ kind }) => kind === 'service');
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  const value = (field: string) => {
    const text = service && fieldText(service, field);
    return text === undefined ? '–' : <Code>{text}</Code>;
  };
  return (
    <>
      <Difference difference={difference} />
      {service ? (
        <DescriptionList
          entries={[
            [t('deployments.gateway'), <bdi key="gateway">{gateway}</bdi>],
            [t('gateway.id'), <Code key="id">{service.id}</Code>],
            [t('gateway.name'), <Code key="name">{service.name}</Code>],
            [t('gateway.protocol'), value('protocol')],
            [t('gateway.host'), value('host')],
            [t('gateway.port'), value('port')],
            [t('gateway.path'), value('path')],
            [t('gateway.connect-timeout'), value('connect_timeout')],
            [t('gateway.created'), service.created ? <Code key="created">{gatewayDate(service.created)}</Code> : '–'],
          ]}
        />
      ) : (
        <Empty icon={CircleSlash} title={t('gateway.empty')} className="py-6" />
      )}
      {of('route').length > 0 && <Objects title={t('gateway.routes')} objects={of('route')} />}
      {of('plugin').length > 0 && <Objects title={t('gateway.plugins')} objects={of('plugin')} onOpen={onPlugin} />}
    </>
  );
};

/** The dock view of a deployment's actual service on its gateway, for administrators. */
export const GatewayService = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const dock = useDock();
  const query = useQuery(gatewayConfigOptions(Number(id)));
  return (
    <DockPanel title={t('gateway.config-title')} subtitle={query.data && <Ltr>{query.data.path}</Ltr>}>
      <QueryView
        query={query}
        skeleton={
          <div className="flex flex-col gap-4">
            <Skeleton className="late h-52 w-full" />
            <Skeleton className="late h-32 w-full" />
            <Skeleton className="late h-52 w-full" />
          </div>
        }
      >
        {(config) => <Service config={config} onPlugin={(object) => dock.push('plugin', `${id};${object.id}`)} />}
      </QueryView>
    </DockPanel>
  );
};
