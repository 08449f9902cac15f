import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { useState } from 'react';
import { everyRelated, mostRelated, type ObjectDetails } from '#domain/gateway-object/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Code } from '../../components/text/code.tsx';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { dockView as driftView } from '../difference/shared/dock-view.ts';
import { ExpiryDate } from './expiry-date.tsx';
import { changedKindOf, ObjectActions } from './object-actions.tsx';
import { ObjectFields } from './object-fields.tsx';
import { nameOf } from './object-name.ts';
import { objectOptions } from './queries.ts';
import { Callers, ConsumerAccess, RelatedObjects } from './related-objects.tsx';
import { type Place, placeIn } from './shared/dock-view.ts';
import { ReadOnlyGateway } from './shared/read-only.tsx';
import { UpstreamTargets } from './upstream-targets.tsx';

const Facts = ({ object }: { object: ObjectDetails }) => {
  const t = useLazyTexts('kong-objects');
  const dock = useDock();
  const { owner, isOwn, tags, id } = object;
  const apiId = owner?.apiId ?? null;
  return (
    <DescriptionList
      entries={[
        [t('kong-objects.gateway'), <bdi key="gateway">{object.gatewayName}</bdi>],
        [
          t('kong-objects.owner'),
          apiId === null ? (
            t(isOwn ? 'common.product' : 'kong-objects.foreign')
          ) : (
            <span key="owner" className="grid gap-1">
              <Button variant="link" className="justify-self-start text-table" onClick={() => dock.push('api', apiId)}>
                <bdi>{owner?.apiName}</bdi>
              </Button>
              <span className="text-muted text-xs">{t('kong-objects.changed-there')}</span>
            </span>
          ),
        ],
        ...(object.drift === null
          ? []
          : [
              [
                t('kong-objects.drift'),
                <Button
                  key="drift"
                  variant="link"
                  className="text-table"
                  onClick={() => dock.push(driftView, object.drift ?? '')}
                >
                  {t('kong-objects.drift-there')}
                </Button>,
              ] as const,
            ]),
        [t('kong-objects.state'), t(object.enabled ? 'kong-objects.enabled' : 'kong-objects.disabled')],
        ...(object.kind === 'certificate'
          ? [[t('kong-objects.expires'), <ExpiryDate key="expires" at={object.expiresAt ?? null} />] as const]
          : []),
        ...(tags.length > 0
          ? [
              [
                t('kong-objects.tags'),
                // A tag stays whole at the end of a line.
                <span key="tags" className="flex min-w-0 flex-wrap gap-x-2 gap-y-1">
                  {tags.map((tag) => (
                    <Code key={tag}>{tag}</Code>
                  ))}
                </span>,
              ] as const,
            ]
          : []),
        [t('kong-objects.created'), <RelativeTime key="created" at={object.createdAt} />],
        ...(object.updatedAt
          ? [[t('kong-objects.updated'), <RelativeTime key="updated" at={object.updatedAt} />] as const]
          : []),
        [
          t('kong-objects.id'),
          <span key="id" className="flex min-w-0 items-center gap-1">
            <Code>{id}</Code>
            <CopyButton value={id} label={t('kong-objects.copy-id')} />
          </span>,
        ],
        ...(object.asOf ? [[t('kong-objects.read'), <RelativeTime key="read" at={object.asOf} />] as const] : []),
      ]}
    />
  );
};

const Details = ({ place }: { place: Place }) => {
  const t = useLazyTexts('kong-objects');
  const [most, setMost] = useState(mostRelated);
  // What is named stays until the rest is there.
  const query = useQuery({ ...objectOptions(place, most), placeholderData: keepPreviousData });
  const onAll = most < everyRelated ? () => setMost(everyRelated) : undefined;
  const kind = query.data && changedKindOf(query.data);
  const isGone = query.error !== null && asProblem(query.error).status === 404;
  return (
    <DockPanel
      title={query.data ? <bdi>{nameOf(query.data)}</bdi> : t(`kong-objects.kind-${place.kind}`)}
      subtitle={t(`kong-objects.kind-${place.kind}`)}
      footer={query.data && kind && <ObjectActions object={query.data} kind={kind} />}
    >
      {isGone ? (
        <Empty icon={Compass} title={t('kong-objects.gone')} text={t('kong-objects.gone-text')} />
      ) : (
        <QueryView query={query} skeleton={<Skeleton className="late h-60 w-full" />}>
          {(object) => (
            <>
              {object.isReadOnly && <ReadOnlyGateway />}
              <Facts object={object} />
              {object.kind === 'upstream' && <UpstreamTargets upstream={object} />}
              <ConsumerAccess object={object} onAll={onAll} />
              <Callers object={object} onAll={onAll} />
              <RelatedObjects object={object} isBelow={false} />
              <RelatedObjects object={object} isBelow onAll={onAll} />
              <section className="border-border border-t pt-4 text-table">
                <h3 className="mb-2 font-semibold text-sm">{t('kong-objects.fields')}</h3>
                <ObjectFields body={object.body} />
              </section>
            </>
          )}
        </QueryView>
      )}
    </DockPanel>
  );
};

/** The dock view of one object: what it is, whose it is, and all that hangs together with it. */
export const ObjectPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('kong-objects');
  const place = placeIn(id);
  if (place) return <Details key={id} place={place} />;
  return (
    <DockPanel title={t('kong-objects.gone')}>
      <Empty icon={Compass} title={t('kong-objects.gone')} text={t('kong-objects.gone-text')} />
    </DockPanel>
  );
};
