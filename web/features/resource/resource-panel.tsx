import { ChevronRight, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { definitionsOf } from '#domain/resource/configs.ts';
import type { ResourceRow } from '#domain/resource/row.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { configLabel, typeNames } from './config-texts.ts';
import { ExpiryBadge } from './shared/expiry-badge.tsx';

/** The property that tells where a resource is. */
const placeNames = { KONG: 'adminUrl', KAFKA: 'address', REDIS: 'host' } as const;

const Certificates = ({ certificates }: Pick<ResourceRow, 'certificates'>) => {
  const t = useLazyTexts('resources');
  const format = useFormat();
  if (certificates.length === 0) return t('resources.certificates-none');
  return (
    <ul className="grid gap-1">
      {certificates.map(({ id, name, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <bdi>{name}</bdi>
          <span className="text-muted">{t('resources.until', { date: format.date(expiresAt) })}</span>
          <ExpiryBadge expiresAt={expiresAt} />
        </li>
      ))}
    </ul>
  );
};

/** Below each other on a phone, because labels and addresses are long. */
const Pairs = ({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid gap-x-5 gap-y-0.5 text-table leading-5 sm:grid-cols-[minmax(6.5rem,18rem)_minmax(0,1fr)] sm:gap-y-2.5">
    {entries.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 max-sm:mb-2 [overflow-wrap:anywhere]">{value}</dd>
      </div>
    ))}
  </dl>
);

const Properties = ({ resource }: { resource: ResourceRow }) => {
  const t = useLazyTexts('resources');
  const { type, configs, organizations, certificates } = resource;
  const definitions = new Map(definitionsOf(type).map((definition) => [definition.name, definition]));
  const shownValue = (name: string, value: string) => {
    if (definitions.get(name)?.kind === 'secret')
      return t(value === '' ? 'resources.secret-set' : 'resources.secret-none');
    return value === '' ? '–' : <Ltr>{value}</Ltr>;
  };
  return (
    <Pairs
      entries={[
        ...configs.map(({ name, value }) => [configLabel(t, type, name), shownValue(name, value)] as const),
        [
          t('resources.organizations'),
          organizations.length === 0
            ? t('resources.organizations-none')
            : organizations.map(({ name }) => name).join(', '),
        ],
        [t('resources.certificates'), <Certificates key="certificates" certificates={certificates} />],
      ]}
    />
  );
};

/** A resource: its name and where it is, and all of its properties when it is opened. */
export const ResourcePanel = ({ resource }: { resource: ResourceRow }) => {
  const t = useLazyTexts('resources');
  const { id, name, type, isPublic, configs, certificates } = resource;
  const place = configs.find((config) => config.name === placeNames[type])?.value ?? '';
  return (
    <div className="relative rounded-card border border-border bg-surface">
      <details className="group">
        <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-card py-2 ps-3 pe-14 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90" />
          <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</bdi>
          <Badge tone="accent">{typeNames[type]}</Badge>
          <Badge tone="outline">{t(isPublic ? 'resources.public' : 'resources.private')}</Badge>
          {certificates.map((each) => (
            <ExpiryBadge key={each.id} expiresAt={each.expiresAt} />
          ))}
          <span className="min-w-0 truncate text-muted text-table">
            <Ltr>{place}</Ltr>
          </span>
        </summary>
        <div className="border-border border-t p-4">
          <Properties resource={resource} />
        </div>
      </details>
      <Button asChild variant="quiet" size="icon-small" className="absolute end-2.5 top-2.5">
        <Link href={`/resource/edit-resource?id=${id}`} aria-label={t('resources.edit', { name })}>
          <Pencil />
        </Link>
      </Button>
    </div>
  );
};
