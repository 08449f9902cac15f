import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { SearchField } from './search-field.tsx';

/** @property className of the field, if it is wider than usual. */
export type ListSearch = Readonly<{
  label: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}>;

type Props = Readonly<{
  search?: ListSearch | undefined;
  /** Text with the number of rows. Undefined while it is unknown. */
  results: string | undefined;
  csvUrl?: string | undefined;
  /** More filters. */
  children?: ReactNode;
}>;

/** The bar above a list: search, filters, number of rows, and export of all rows as a file. */
export const ListBar = ({ search, results, csvUrl, children }: Props) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center">
      {search && <SearchField className="w-full sm:w-72" {...search} />}
      {children}
      <div className="flex items-center justify-between gap-4 sm:ms-auto">
        <p className="text-muted text-table tabular-nums" aria-live="polite">
          {results}
        </p>
        {csvUrl && (
          <Button asChild>
            <a href={csvUrl} download>
              <Download />
              {t('access.export')}
            </a>
          </Button>
        )}
      </div>
    </div>
  );
};
