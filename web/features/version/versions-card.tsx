import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import type { ApiDetail, ApiVersionRow } from '#domain/api/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { versionLintOptions, versionsOptions } from './shared/queries.ts';
import { VersionRow } from './version-row.tsx';

/** Number of versions shown until the user asks for all. */
const few = 5;

const RestoreVersion = lazy(() =>
  import('./restore-version.tsx').then((module) => ({ default: module.RestoreVersion })),
);

const LintResults = lazy(() =>
  import('../api/shared/lint-results.tsx').then((module) => ({ default: module.LintResults })),
);

const Lint = ({ api, format }: { api: ApiDetail; format: 'json' | 'yaml' }) => {
  const result = useQuery(versionLintOptions(api.id, api.revision, format));
  return (
    <div className="border-border border-t p-4">
      <QueryView query={result} skeleton={<Skeleton className="h-24 w-full rounded-card" />}>
        {(found) => (
          <Suspense fallback={<Skeleton className="h-24 w-full rounded-card" />}>
            <LintResults result={found} />
          </Suspense>
        )}
      </QueryView>
    </div>
  );
};

const Waiting = () => <Skeleton className="m-4 h-24 rounded-card" />;

const Versions = ({ api }: { api: ApiDetail }) => {
  const t = useLazyTexts('versions');
  const id = useId();
  const dock = useDock();
  const versions = useQuery(versionsOptions(api.id));
  const [showsAll, setShowsAll] = useState(false);
  const [isLinted, setLinted] = useState(false);
  const [restored, setRestored] = useState<{ revision: number; open: boolean }>();

  const compare = (rows: readonly ApiVersionRow[], { revision, format }: ApiVersionRow) => {
    const other = revision === api.revision ? revision - 1 : revision;
    const older = rows.find((row) => row.revision === other);
    if (!older || older.deletedAt !== null || older.format === 'pdf' || format === 'pdf' || api.format === 'pdf')
      return undefined;
    return () => dock.push('compare', `${api.id};${other};${api.revision}`);
  };

  return (
    <Card aria-labelledby={id} className="shrink-0">
      <CardHeader>
        <CardTitle id={id} className="flex items-center gap-2">
          {t('versions.title')}
          <Badge aria-label={t('versions.count', { count: api.revision })} className="tabular-nums">
            {api.revision}
          </Badge>
        </CardTitle>
        {api.format !== 'pdf' && (
          <Button size="small" aria-expanded={isLinted} onClick={() => setLinted(!isLinted)}>
            <ListChecks />
            {t('versions.check')}
          </Button>
        )}
      </CardHeader>
      {isLinted && api.format !== 'pdf' && <Lint api={api} format={api.format} />}
      <QueryView query={versions} skeleton={<Waiting />}>
        {(rows) => (
          <>
            <ol aria-labelledby={id} className="border-border border-t">
              {(showsAll ? rows : rows.slice(0, few)).map((version) => (
                <VersionRow
                  key={version.revision}
                  api={api}
                  version={version}
                  onCompare={compare(rows, version)}
                  onRestore={
                    api.may.publish && version.revision !== api.revision
                      ? () => setRestored({ revision: version.revision, open: true })
                      : undefined
                  }
                />
              ))}
            </ol>
            {!showsAll && rows.length > few && (
              <div className="border-border border-t px-4 py-2">
                <Button variant="quiet" size="small" onClick={() => setShowsAll(true)}>
                  {t('versions.all', { count: rows.length })}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
      {restored && (
        <Suspense fallback={null}>
          <RestoreVersion
            api={api}
            revision={restored.revision}
            open={restored.open}
            onOpenChange={(open) => setRestored({ ...restored, open })}
          />
        </Suspense>
      )}
    </Card>
  );
};

/**
 * Lists every version of an API's document, to open, compare or restore it. Shows the advice of the rules for the
 * newest.
 */
export const VersionsCard = ({ api }: { api: ApiDetail }) => (
  <Suspense fallback={<Waiting />}>
    <Versions api={api} />
  </Suspense>
);
