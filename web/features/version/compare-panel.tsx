import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import { useId, useState } from 'react';
import type { ApiVersionRow } from '#domain/api/schema.ts';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { Label } from '../../components/ui/label.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../components/ui/select.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { RestoreVersion } from './restore-version.tsx';
import { ComparisonChanges } from './shared/comparison-changes.tsx';
import { comparisonOptions, versionsOptions } from './shared/queries.ts';

type ChoiceProps = Readonly<{
  label: string;
  value: number;
  versions: readonly ApiVersionRow[];
  onChange: (revision: number) => void;
}>;

const VersionChoice = ({ label, value, versions, onChange }: ChoiceProps) => {
  const t = useLazyTexts('versions');
  const id = useId();
  return (
    <div className="grid min-w-0 flex-1 gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Select value={value ? String(value) : ''} onValueChange={(text) => onChange(Number(text))}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {versions.map(({ revision, version }) => (
            <SelectItem key={revision} value={String(revision)}>
              {t('versions.choice', { revision, version })}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  );
};

/** Compares two versions of an API. `id`: `api;from;to`. */
export const ComparePanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('versions');
  const dock = useDock();
  const [apiId = 0, from = 0, to = 0] = id.split(';').map((part) => Number(part) || 0);
  const api = useQuery(apiDetailOptions(apiId)).data;
  const versions = useQuery(versionsOptions(apiId));
  const comparison = useQuery(comparisonOptions(apiId, from, to));
  const [asks, setAsks] = useState(false);
  const choose = (one: number, other: number) => dock.swap('compare', `${apiId};${one};${other}`);
  const mayRestore = api?.may.publish === true && from > 0 && from !== api.revision && to === api.revision;
  return (
    <DockPanel
      title={t('versions.compare')}
      subtitle={api && <bdi>{api.name}</bdi>}
      footer={
        mayRestore && <Button onClick={() => setAsks(true)}>{t('versions.restore-named', { revision: from })}</Button>
      }
    >
      <QueryView query={versions} skeleton={<Skeleton className="h-14 w-full" />}>
        {(all) => {
          const rows = all.filter(({ format, deletedAt }) => format !== 'pdf' && deletedAt === null);
          const older = { label: t('versions.older'), value: from, onChange: (one: number) => choose(one, to) };
          const newer = { label: t('versions.newer'), value: to, onChange: (one: number) => choose(from, one) };
          return (
            <div className="flex gap-3">
              <VersionChoice {...older} versions={rows} />
              <VersionChoice {...newer} versions={rows} />
            </div>
          );
        }}
      </QueryView>
      {api && to > 0 && to < api.revision && (
        <p className="text-muted text-table">{t('versions.newer-exists', { revision: api.revision })}</p>
      )}
      {from > 0 && to > 0 ? (
        <QueryView query={comparison} skeleton={<Skeleton className="h-40 w-full rounded-card" />}>
          {(found) => <ComparisonChanges comparison={found} />}
        </QueryView>
      ) : (
        <Empty icon={CircleSlash} title={t('versions.choose-two')} className="py-6" />
      )}
      {api && mayRestore && <RestoreVersion api={api} revision={from} open={asks} onOpenChange={setAsks} />}
    </DockPanel>
  );
};
