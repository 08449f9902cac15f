import { Download } from 'lucide-react';
import { exportEventCategory } from '#domain/event-category/calls.ts';
import { urlOf } from '../../api/client.ts';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** The files of a version: AsyncAPI, and one HTML page. Undefined: the version is not known yet. */
export const ExportMenu = ({ id, version }: { id: number; version: number | undefined }) => {
  const t = useLazyTexts('event-categories');
  if (version === undefined) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download />
          {t('event-categories.export')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {(['asyncapi', 'html'] as const).map((type) => (
          <DropdownMenuItem key={type} asChild>
            <a href={urlOf(exportEventCategory, { parameters: { id }, query: { type, version } })} download>
              {t(`event-categories.export-${type}`)}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
