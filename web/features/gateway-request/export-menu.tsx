import { ChevronDown, Download, FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';

/** A link to the report as a file. With a link, the browser streams even a million lines to the disk. */
export const ExportMenu = ({ href }: { href: string }) => {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download />
          {t('requests.export')}
          <ChevronDown className="text-muted" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-64">
        <DropdownMenuItem asChild className="items-start py-1.5">
          <a href={href} download="report.csv">
            <FileSpreadsheet className="mt-0.5" />
            <span className="grid">
              {t('requests.export-csv')}
              <span className="text-muted text-xs">{t('requests.export-help')}</span>
            </span>
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
