import { Download, GitBranch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { getSpec } from '#domain/api/document-calls.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { urlOf } from '../../api/client.ts';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { DocDownload } from './doc-download.tsx';

const SpecMenu = ({ api }: { api: ApiRow }) => {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="small" className="gap-1.5 px-2">
          <Download />
          {t('apis.spec')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-28">
        {(['yaml', 'json'] as const).map((type) => (
          <DropdownMenuItem key={type} asChild>
            <a href={urlOf(getSpec, { parameters: { id: api.id }, query: { type } })} download>
              {t(`apis.spec-${type}`)}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
};

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
      {api.format !== 'pdf' && <SpecMenu api={api} />}
    </>
  );
};
