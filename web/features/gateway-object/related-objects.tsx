import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#domain/core/fold-text.ts';
import { type ListedKind, listedKinds } from '#domain/gateway-object/kind.ts';
import { everyRelated, type ObjectDetails, type RelatedObject } from '#domain/gateway-object/schema.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { SearchField } from '../../components/table/search-field.tsx';
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

/** More names than these have a search box. */
const searched = 20;

type NamesProps = Readonly<{
  title: string;
  others: readonly RelatedObject[];
  total: number;
  gatewayId: number;
  /** Asks for those that are not named yet; undefined: as many are named as can be. */
  onAll: (() => void) | undefined;
}>;

/** Names what hangs together with an object, and finds among it. */
const Names = ({ title, others, total, gatewayId, onAll }: NamesProps) => {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  if (others.length === 0) return null;
  const found = others.filter(({ name, about, id }) => foldText(`${name} ${about} ${id}`).includes(foldText(words)));
  const more = total - others.length;
  const search = (text: string) => {
    setWords(text);
    if (text !== '' && more > 0) onAll?.();
  };
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-2 font-semibold text-sm">{title}</h3>
      {total > searched && (
        <SearchField className="mb-2" label={t('kong-objects.search-these')} value={words} onChange={search} />
      )}
      <ul className="grid gap-1.5 text-table">
        {found.map((other) => (
          <Related key={`${other.kind}/${other.id}`} other={other} gatewayId={gatewayId} />
        ))}
      </ul>
      {found.length === 0 && !(more > 0 && onAll) && (
        <p className="text-muted text-table">{t('common.no-match-title')}</p>
      )}
      {more > 0 &&
        (onAll ? (
          <Button variant="link" className="mt-2 text-table" onClick={onAll}>
            {t('kong-objects.show-more', { count: Math.min(more, everyRelated - others.length) })}
          </Button>
        ) : (
          <p className="mt-2 text-muted text-table">{t('kong-objects.more', { count: more })}</p>
        ))}
    </section>
  );
};

type Props = Readonly<{ object: ObjectDetails; onAll?: (() => void) | undefined }>;

/** What hangs on an object, or what it hangs on. */
export const RelatedObjects = ({ object, isBelow, onAll }: Props & Readonly<{ isBelow: boolean }>) => {
  const { t } = useTranslation();
  const others = object.related.filter((each) => each.isBelow === isBelow);
  // What it hangs on is named first, and is never much.
  const above = object.related.filter((each) => !each.isBelow).length;
  return (
    <Names
      title={t(isBelow ? 'kong-objects.below' : 'kong-objects.above')}
      others={others}
      total={isBelow ? object.relatedTotal - above : others.length}
      gatewayId={object.gatewayId}
      onAll={onAll}
    />
  );
};

/** The consumers that may call a service or a route. */
export const Callers = ({ object: { callers, gatewayId }, onAll }: Props) => {
  const { t } = useTranslation();
  if (!callers) return null;
  return (
    <Names
      title={t('kong-objects.called-by')}
      others={callers.first.map((each) => ({ ...each, kind: 'consumer', enabled: true, isBelow: false }))}
      total={callers.total}
      gatewayId={gatewayId}
      onAll={onAll}
    />
  );
};

/** The services that a consumer may call. */
export const ConsumerAccess = ({ object: { access, accessTotal, gatewayId }, onAll }: Props) => {
  const { t } = useTranslation();
  if (!access) return null;
  return (
    <Names
      title={t('kong-objects.may-call')}
      others={access.map(({ id, service }) => ({
        id,
        name: service,
        kind: 'service',
        about: '',
        enabled: true,
        isBelow: false,
      }))}
      total={accessTotal}
      gatewayId={gatewayId}
      onAll={onAll}
    />
  );
};
