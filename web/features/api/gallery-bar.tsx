import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../components/table/search-field.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { countFilters, type GalleryParams } from './shared/queries.ts';

/** Loaded after the cards. Its place is kept free. */
const GalleryFilters = lazy(() =>
  import('./gallery-filters.tsx').then((module) => ({ default: module.GalleryFilters })),
);
const GalleryView = lazy(() => import('./gallery-view.tsx').then((module) => ({ default: module.GalleryView })));

type Props = Readonly<{
  my: boolean;
  params: GalleryParams;
  onParams: (patch: Partial<GalleryParams>) => void;
  /** Text with the number of APIs. Undefined while it is unknown. */
  results: string | undefined;
}>;

/** The bar above a gallery: search, order, cards or list, and filters. A narrow screen shows the filters on demand. */
export const GalleryBar = ({ my, params, onParams, results }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(params);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={t('apis.search')}
          value={params.name}
          onChange={(name) => onParams({ name })}
          className="w-full sm:w-72"
        />
        <Button className="h-9 sm:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal />
          {t('apis.filters')}
          {count > 0 && <Badge className="tabular-nums">{count}</Badge>}
        </Button>
        <div className="flex items-center gap-2 max-sm:contents sm:ms-auto">
          <p className="me-2 text-muted text-table tabular-nums max-sm:hidden" aria-live="polite">
            {results}
          </p>
          <Suspense fallback={<span className="h-9" />}>
            <GalleryView params={params} onParams={onParams} />
          </Suspense>
        </div>
      </div>
      <div id={id} className={cn('flex flex-col gap-2 sm:flex-row sm:flex-wrap', !isOpen && 'max-sm:hidden')}>
        <Suspense fallback={<span className="h-9" />}>
          <GalleryFilters my={my} params={params} onParams={onParams} />
        </Suspense>
      </div>
      <p className="text-muted text-table tabular-nums sm:hidden">{results}</p>
    </div>
  );
};
