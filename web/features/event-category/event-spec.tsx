import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Radio } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import type { EventCategoryView } from '#domain/event-category/schema.ts';
import { asProblem } from '../../api/problem-error.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Code } from '../../components/text/code.tsx';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Compatibility } from './compatibility.tsx';
import { ExportMenu } from './export-menu.tsx';
import { prettyJson } from './pretty-json.ts';
import { comparisonOptions, eventCategoryOptions, samplesOptions, versionsOptions } from './queries.ts';
import { VersionSelect } from './version-select.tsx';

/** Versions to choose from. */
const mostVersions = 200;

/** The events of a version: a list of names, and what the chosen one is. */
const Events = ({ category: { id: categoryId, version, events } }: { category: EventCategoryView }) => {
  const t = useLazyTexts('event-categories');
  const [search, setSearch] = useSearchParams();
  const chosen = events.find(({ id }) => String(id) === search.get('event')) ?? events[0];
  if (!chosen) return <Empty icon={Radio} title={t('event-categories.no-events')} />;
  const choose = (id: number) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('event', String(id));
        return next;
      },
      { replace: true },
    );
  return (
    <div className="grid gap-5 md:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label={t('event-categories.events')}>
        <ul className="grid gap-0.5">
          {events.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen.id ? 'true' : undefined}
                onClick={() => choose(id)}
                className="w-full rounded-control px-2.5 py-1.5 text-start text-table hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent-text"
              >
                <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-label={chosen.name} className="grid min-w-0 content-start gap-3">
        <h2 className="font-semibold">
          <bdi className="[overflow-wrap:anywhere]">{chosen.name}</bdi>
        </h2>
        <p className="text-pretty [overflow-wrap:anywhere]">
          <bdi>{chosen.description}</bdi>
        </p>
        <p className="text-muted text-table">
          {t('event-categories.event-type')} <Code>{chosen.eventTypeId}</Code>
        </p>
        <h3 className="font-semibold text-sm">{t('event-categories.schema')}</h3>
        <CodeBlock label={t('event-categories.schema')} code={prettyJson(chosen.schema)} copied={chosen.schema} />
        <h3 className="font-semibold text-sm">{t('event-categories.sample')}</h3>
        <Sample id={categoryId} version={version} eventTypeId={chosen.eventTypeId} />
      </section>
    </div>
  );
};

/** A message that the schema allows. */
const Sample = ({ id, version, eventTypeId }: { id: number; version: number; eventTypeId: string }) => {
  const t = useLazyTexts('event-categories');
  const samples = useQuery(samplesOptions(id, version));
  return (
    <QueryView query={samples} skeleton={<Skeleton className="late h-24 w-full" />}>
      {(found) => {
        const sample = found.find((one) => one.eventTypeId === eventTypeId)?.sample ?? null;
        return sample === null ? (
          <p className="text-muted text-table">{t('event-categories.no-sample')}</p>
        ) : (
          <CodeBlock label={t('event-categories.sample')} code={sample} />
        );
      }}
    </QueryView>
  );
};

/** What the shown version means for those who follow an older one: the one before it, or any other. */
const SinceBefore = ({ id, version }: { id: number; version: number }) => {
  const t = useLazyTexts('event-categories');
  const [from, setFrom] = useState(version - 1);
  const comparison = useQuery(comparisonOptions(id, from, version));
  const older = Array.from({ length: Math.min(version - 1, mostVersions) }, (_, at) => version - 1 - at);
  return (
    <section className="grid gap-3 border-border border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{t('event-categories.since', { version: from })}</h2>
        {older.length > 1 && (
          <VersionSelect label={t('event-categories.compare-with')} versions={older} value={from} onChange={setFrom} />
        )}
      </div>
      <QueryView query={comparison} skeleton={<Skeleton className="late h-24 w-full" />}>
        {(found) => <Compatibility comparison={found} />}
      </QueryView>
    </section>
  );
};

/** The event specification viewer: the events of a category with their schemas, in each version. */
export const EventSpec = () => {
  const t = useLazyTexts('event-categories');
  const id = Number(useParams<{ id: string }>().id);
  const [search, setSearch] = useSearchParams();
  const wanted = Number(search.get('version')) || undefined;
  const category = useQuery(eventCategoryOptions(id, wanted));
  const versions = useQuery(versionsOptions(id));
  const isGone = category.error !== null && asProblem(category.error).status === 404;
  const all = (versions.data ?? []).map(({ version }) => version);
  const back = (
    <Button asChild>
      <Link href="/wall/event">
        <ArrowLeft className="rtl:-scale-x-100" />
        {t('event-categories.gallery')}
      </Link>
    </Button>
  );
  return (
    <Page
      title={category.data?.name ?? t('event-categories.category')}
      description={category.data && <bdi>{category.data.description}</bdi>}
      actions={
        <>
          {category.data && all.length > 1 && (
            <VersionSelect
              label={t('event-categories.version-label')}
              versions={all}
              value={category.data.version}
              onChange={(version) => setSearch({ version: String(version) })}
            />
          )}
          <ExportMenu id={id} version={category.data?.version} />
          {back}
        </>
      }
    >
      {isGone ? (
        <Empty icon={Radio} title={t('event-categories.gone-title')} text={t('event-categories.gone-text')} />
      ) : (
        <QueryView query={category} skeleton={<Skeleton className="late h-80 w-full" />}>
          {(found) => (
            <>
              <Events category={found} />
              {found.version > 1 && <SinceBefore key={found.version} id={id} version={found.version} />}
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
};
