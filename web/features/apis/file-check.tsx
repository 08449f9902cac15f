import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { specSizeLimit } from '#domain/api/schema.ts';
import { lintText } from '#web/api/lint.ts';
import { LintResults } from '#web/components/lint-results.tsx';
import { QueryView } from '#web/components/query-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** Bytes of a file that is checked without being asked: it is sent for that, and sent again when it is published. */
const small = 1024 * 1024;

const Results = ({ file }: { file: File }) => {
  const result = useQuery({
    queryKey: ['lint', file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) => await lintText(await file.text(), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={result} skeleton={<Skeleton className="h-24 w-full rounded-card" />}>
      {(found) => <LintResults result={found} />}
    </QueryView>
  );
};

/** What the rules say about a file that was chosen; publishing does not wait for it. */
export const FileCheck = ({ file }: { file: File | undefined }) => {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<File>();
  if (!file || !/\.(json|ya?ml)$/i.test(file.name) || file.size > specSizeLimit) return null;
  if (file.size <= small || asked === file) return <Results file={file} />;
  return (
    <div>
      <Button size="small" onClick={() => setAsked(file)}>
        <ListChecks />
        {t('upload.check')}
      </Button>
    </div>
  );
};
