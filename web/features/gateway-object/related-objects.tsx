import { useTranslation } from 'react-i18next';
import { type ListedKind, listedKinds } from '#domain/gateway-object/kind.ts';
import type { ObjectDetails, RelatedObject } from '#domain/gateway-object/schema.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { Code } from '../../components/text/code.tsx';
import { Button } from '../../components/ui/button.tsx';
import { nameOf } from './object-name.ts';
import { dockView, placeText } from './shared/dock-view.ts';

const isListed = (kind: string): kind is ListedKind => (listedKinds as readonly string[]).includes(kind);

const Related = ({ other, gatewayId }: { other: RelatedObject; gatewayId: number }) => {
  const { t } = useTranslation();
  const dock = useDock();
  const { kind, about, id } = other;
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
      <span className="text-muted">{t(`kong-objects.kind-${kind}`)}</span>
      {isListed(kind) ? (
        <Button
          variant="link"
          className="text-table"
          onClick={() => dock.push(dockView, placeText({ kind, gatewayId, id }))}
        >
          <bdi>{nameOf(other)}</bdi>
        </Button>
      ) : (
        <bdi>{nameOf(other)}</bdi>
      )}
      {about && <Code>{about}</Code>}
    </li>
  );
};

/** What hangs on an object, or what it hangs on. */
export const RelatedObjects = ({ object, isBelow }: { object: ObjectDetails; isBelow: boolean }) => {
  const { t } = useTranslation();
  const others = object.related.filter((each) => each.isBelow === isBelow);
  if (others.length === 0) return null;
  const more = isBelow ? object.relatedTotal - object.related.length : 0;
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-2 font-semibold text-sm">{t(isBelow ? 'kong-objects.below' : 'kong-objects.above')}</h3>
      <ul className="grid gap-1.5 text-table">
        {others.map((other) => (
          <Related key={`${other.kind}/${other.id}`} other={other} gatewayId={object.gatewayId} />
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-muted text-table">{t('kong-objects.more', { count: more })}</p>}
    </section>
  );
};

/** The consumers that may call a service or a route. */
export const Callers = ({ object: { callers, gatewayId } }: { object: ObjectDetails }) => {
  const { t } = useTranslation();
  if (!callers || callers.total === 0) return null;
  const more = callers.total - callers.first.length;
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-2 font-semibold text-sm">{t('kong-objects.called-by')}</h3>
      <ul className="grid gap-1.5 text-table">
        {callers.first.map((caller) => (
          <Related
            key={caller.id}
            other={{ kind: 'consumer', ...caller, enabled: true, isBelow: false }}
            gatewayId={gatewayId}
          />
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-muted text-table">{t('kong-objects.more', { count: more })}</p>}
    </section>
  );
};

/** The services that a consumer may call. */
export const ConsumerAccess = ({ object: { access, gatewayId } }: { object: ObjectDetails }) => {
  const { t } = useTranslation();
  if (!access || access.length === 0) return null;
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-2 font-semibold text-sm">{t('kong-objects.may-call')}</h3>
      <ul className="grid gap-1.5 text-table">
        {access.map(({ id, service: name }) => (
          <Related
            key={id}
            other={{ kind: 'service', id, name, about: '', enabled: true, isBelow: false }}
            gatewayId={gatewayId}
          />
        ))}
      </ul>
    </section>
  );
};
