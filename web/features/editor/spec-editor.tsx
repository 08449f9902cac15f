import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { openedOptions } from './queries.ts';

const EditorWorkspace = lazy(() =>
  import('./editor-workspace.tsx').then((module) => ({ default: module.EditorWorkspace })),
);

const Waiting = () => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3 p-4" aria-busy>
      <h1 className="font-semibold">{t('tools.editor')}</h1>
      <Skeleton className="h-[70dvh] w-full" />
    </div>
  );
};

type Props = Readonly<{ id: number | undefined; appId: number | undefined; onSaved: (apiId: number) => void }>;

const Opening = ({ id, appId, onSaved }: Props) => {
  const opened = useQuery(openedOptions(id));
  return (
    <QueryView query={opened} skeleton={<Waiting />}>
      {(data) => (
        <Suspense fallback={<Waiting />}>
          <EditorWorkspace opened={data} appId={appId} onSaved={onSaved} />
        </Suspense>
      )}
    </QueryView>
  );
};

const numberIn = (search: URLSearchParams, name: string): number | undefined => Number(search.get(name)) || undefined;

/**
 * The spec editor. `?id=` opens an API's text. Without it, the sample starts a new API of the application in `?app=`.
 */
export const SpecEditor = () => {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const id = numberIn(search, 'id');
  // Saving a new API changes the address. The editor stays as it is.
  const [made, setMade] = useState<number>();
  const [begun, setBegun] = useState(0);
  const isMade = id !== undefined && id === made;
  // The user left for another address. The next new API starts from the sample.
  useEffect(() => {
    if (!isMade) return;
    return () => {
      setMade(undefined);
      setBegun((count) => count + 1);
    };
  }, [isMade]);
  const onSaved = (apiId: number) => {
    if (id !== undefined) return;
    setMade(apiId);
    navigate(`/tools/editor?id=${apiId}`, { replace: true });
  };
  const source = isMade ? undefined : id;
  return <Opening key={source ?? `new ${begun}`} id={source} appId={numberIn(search, 'app')} onSaved={onSaved} />;
};
