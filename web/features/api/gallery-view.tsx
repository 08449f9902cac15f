import { LayoutGrid, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { galleryListSize, galleryPageSize } from '#domain/api/schema.ts';
import { SortMenu } from '../../components/table/sort-menu.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import type { GalleryParams } from './shared/queries.ts';

type Props = Readonly<{ params: GalleryParams; onParams: (patch: Partial<GalleryParams>) => void }>;

/** The orders in the menu. A list can also be sorted by its columns, in both directions. */
const sorts = ['name-asc', 'name-desc', 'updatedAt-desc', 'createdAt-desc', 'appname-asc', 'orgname-asc'] as const;

/** Switches between cards and list. The first API of the page stays on the page. */
const ViewSwitch = ({ params: { view, page }, onParams }: Props) => {
  const { t } = useTranslation();
  const pagesOfCards = galleryListSize / galleryPageSize;
  const views = [
    { name: 'cards', icon: LayoutGrid, page: page * pagesOfCards },
    { name: 'list', icon: List, page: Math.floor(page / pagesOfCards) },
  ] as const;
  return (
    <fieldset
      aria-label={t('apis.view')}
      className="flex shrink-0 rounded-control border border-control max-sm:ms-auto"
    >
      {views.map(({ name, icon: Icon, page: start }) => (
        <Tooltip key={name} text={t(`apis.views.${name}`)}>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t(`apis.views.${name}`)}
            aria-pressed={view === name}
            onClick={() => view !== name && onParams({ view: name, page: start })}
            className="h-8.5 aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            <Icon />
          </Button>
        </Tooltip>
      ))}
    </fieldset>
  );
};

/** Chooses the order and the view. */
export const GalleryView = (props: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <SortMenu
        {...props}
        className="max-sm:order-last max-sm:w-full"
        sorts={Object.fromEntries(sorts.map((sort) => [sort, t(`apis.sorts.${sort}`)]))}
      />
      <ViewSwitch {...props} />
    </>
  );
};
