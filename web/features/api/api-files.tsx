import { Download, GitBranch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApiRow } from '#domain/api/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { LateMenu, lateMenu } from '../../components/ui/late-menu.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { DocDownload } from './doc-download.tsx';

const specMenu = lateMenu<{ apiId: number }>(() =>
  import('./spec-menu.tsx').then((module) => ({ default: module.SpecMenu })),
);

/** Links to an API's repository, documentation and description. */
export const ApiFiles = ({ api }: { api: ApiRow }) => {
  const { t } = useTranslation();
  return (
    <>
      {api.sourceRepo && (
        <Tooltip text={t('apis.repo')}>
          <Button variant="quiet" size="icon-small" asChild>
            <a href={api.sourceRepo} target="_blank" rel="noreferrer noopener" aria-label={t('apis.repo')}>
              <GitBranch />
            </a>
          </Button>
        </Tooltip>
      )}
      <DocDownload api={api} />
      {api.format !== 'pdf' && (
        <LateMenu
          menu={specMenu}
          more={{ apiId: api.id }}
          button={
            <Button variant="quiet" size="small" className="gap-1.5 px-2">
              <Download />
              {t('apis.spec')}
            </Button>
          }
        />
      )}
    </>
  );
};
