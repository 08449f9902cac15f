import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { specSizeLimit } from '#domain/api/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { lintFile } from './shared/lint.ts';
import { LintResults } from './shared/lint-results.tsx';

const FileComparison = lazy(() =>
  import('./file-comparison.tsx').then((module) => ({ default: module.FileComparison })),
);

/** Files up to this many bytes are checked at once. The check sends the file, and publishing sends it again. */
const small = 1024 * 1024;

const Results = ({ file, apiId }: { file: File; apiId: number | undefined }) => {
  const result = useQuery({
    queryKey: ['lint', file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => lintFile(file, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={result} skeleton={<Skeleton className="h-24 w-full rounded-card" />}>
      {(found) =>
        found && (
          <Suspense fallback={<Skeleton className="h-24 w-full rounded-card" />}>
            <div className="grid gap-4">
              <LintResults result={found} />
              {found.document && apiId !== undefined && <FileComparison apiId={apiId} file={file} />}
            </div>
          </Suspense>
        )
      }
    </QueryView>
  );
};

type Props = Readonly<{
  file: File | undefined;
  /** The API that gets the file as a new version. Undefined for a new API, or if there is nothing to compare with. */
  apiId?: number | undefined;
}>;

/**
 * Shows the kind of the chosen file, the advice of the rules, and the changes for callers of the API. Publishing does
 * not wait for it.
 */
export const FileCheck = ({ file, apiId }: Props) => {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<File>();
  if (!file || !/\.(json|ya?ml)$/i.test(file.name) || file.size > specSizeLimit) return null;
  if (file.size <= small || asked === file) return <Results file={file} apiId={apiId} />;
  return (
    <div>
      <Button size="small" onClick={() => setAsked(file)}>
        <ListChecks />
        {t('upload.check')}
      </Button>
    </div>
  );
};
