import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ApplicationApi, ApplicationDetail } from '#domain/application/schema.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';

/** Asks before an API is deleted. */
type DeleteQuestion = Readonly<{ api: ApiDetail; open: boolean; onOpenChange: (open: boolean) => void }>;
export type DeleteApiDialog = (question: DeleteQuestion) => ReactNode;

/** Asks once the API's deployments are known. */
const AskToDelete = ({
  id,
  dialog,
  ...state
}: { id: number; dialog: DeleteApiDialog } & Omit<DeleteQuestion, 'api'>): ReactNode => {
  const { data } = useQuery(apiDetailOptions(id));
  return data ? dialog({ api: data, ...state }) : null;
};

type RowProps = Readonly<{ api: ApplicationApi; mayDelete: boolean; onOpen: () => void; onDelete: () => void }>;

const ApiRow = ({ api, mayDelete, onOpen, onDelete }: RowProps) => {
  const t = useLazyTexts('applications');
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
export const ApplicationApis = ({
  application: { id, apis, may },
  deleteApi,
}: {
  application: ApplicationDetail;
  deleteApi: DeleteApiDialog;
}) => {
  const t = useLazyTexts('applications');
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
              dialog={deleteApi}
              open={asked.open}
              onOpenChange={(open) => setAsked({ ...asked, open })}
            />
          </Suspense>
        )}
      </CardContent>
    </Card>
  );
};
