import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { SomePaths } from '#domain/deployment/call-paths.ts';
import { Code } from '../../components/text/code.tsx';
import { callPathsOptions } from './shared/queries.ts';

const PathNotice = ({ paths: { paths, total }, children }: { paths: SomePaths; children: ReactNode }) => {
  const { t } = useTranslation();
  const more = total - paths.length;
  return (
    <div role="status" className="flex gap-2 rounded-card bg-warning/10 px-3 py-2.5 text-table">
      <Info className="mt-px size-4 shrink-0 text-warning" />
      <details className="min-w-0">
        <summary className="cursor-pointer">{children}</summary>
        <ul className="mt-2 grid gap-1">
          {paths.map((path) => (
            <li key={path}>
              <Code>{path}</Code>
            </li>
          ))}
          {more > 0 && <li className="text-muted">{t('deployments.unsent-more', { count: more })}</li>}
        </ul>
      </details>
    </div>
  );
};

/** Names the paths of the description that can't be called, or not as they are written, and the effect on a lockdown. */
export const UnsentPaths = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const { unsent, uncallable } = useQuery(callPathsOptions(api)).data ?? {};
  return (
    <>
      {unsent && unsent.total > 0 && (
        <PathNotice paths={unsent}>{t('deployments.unsent', { count: unsent.total })}</PathNotice>
      )}
      {uncallable && uncallable.total > 0 && <PathNotice paths={uncallable}>{t('deployments.uncallable')}</PathNotice>}
    </>
  );
};
