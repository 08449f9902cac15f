import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApplicationApi, ApplicationDetail } from '#domain/application/schema.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { apiDetailOptions } from '../api/shared/queries.ts';

const DeleteApi = lazy(() => import('../api/shared/delete-api.tsx').then((module) => ({ default: module.DeleteApi })));

/** Asks before an API is deleted, once its deployments are known. */
const AskToDelete = ({
  id,
  open,
  onOpenChange,
}: {
  id: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  const { data } = useQuery(apiDetailOptions(id));
  return data ? <DeleteApi api={data} open={open} onOpenChange={onOpenChange} /> : null;
};

type RowProps = Readonly<{ api: ApplicationApi; mayDelete: boolean; onOpen: () => void; onDelete: () => void }>;

const ApiRow = ({ api, mayDelete, onOpen, onDelete }: RowProps) => {
  const { t } = useTranslation();
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <Button variant="link" className="max-w-full text-table" onClick={onOpen}>
          <bdi className="truncate">{api.name}</bdi>
        </Button>
        <p className="text-muted text-xs">
          {api.state === 'deleting' ? (
            <StatusDot tone="warning">{t('applications.deleting')}</StatusDot>
          ) : (
            t('applications.deployment-count', { count: api.deployments })
          )}
        </p>
      </div>
      <VersionTag version={api.version} />
      {mayDelete && api.state === 'published' && (
        <Button
          variant="quiet"
          size="icon-small"
          aria-label={t('applications.delete-api', { name: api.name })}
          onClick={onDelete}
        >
          <Trash2 />
        </Button>
      )}
    </li>
  );
};

/** The APIs of an application. Opens, adds and deletes them. */
export const ApplicationApis = ({ application: { id, apis, may } }: { application: ApplicationDetail }) => {
  const { t } = useTranslation();
  const dock = useDock();
  const [asked, setAsked] = useState<{ id: number; open: boolean }>();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t('applications.apis')}</CardTitle>
        {may.addApi && (
          <Button size="small" asChild>
            <Link href={`?action=add-api&app=${id}`}>
              <Plus />
              {t('applications.add-api')}
            </Link>
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {apis.length === 0 ? (
          <p className="text-muted text-table">{t('applications.no-apis')}</p>
        ) : (
          <ul className="divide-y divide-border">
            {apis.map((api) => (
              <ApiRow
                key={api.id}
                api={api}
                mayDelete={may.addApi}
                onOpen={() => dock.push('api', api.id)}
                onDelete={() => setAsked({ id: api.id, open: true })}
              />
            ))}
          </ul>
        )}
        {asked && (
          <Suspense fallback={null}>
            <AskToDelete
              key={asked.id}
              id={asked.id}
              open={asked.open}
              onOpenChange={(open) => setAsked({ ...asked, open })}
            />
          </Suspense>
        )}
      </CardContent>
    </Card>
  );
};
