import { useTranslation } from 'react-i18next';
import { cn } from '../ui/cn.ts';
import { ChoiceFilter } from './choice-filter.tsx';

type Order = 'asc' | 'desc';

type Props<Params extends { sort: string; order: Order }> = Readonly<{
  params: Params;
  onParams: (patch: Partial<Params>) => void;
  /** Texts of the orders in the menu, such as `name-asc`. */
  sorts: Readonly<Partial<Record<`${Params['sort']}-${Order}`, string>>>;
  className?: string;
}>;

/** Chooses the order of cards, which have no columns. */
export const SortMenu = <Params extends { sort: string; order: Order }>({
  params,
  onParams,
  sorts,
  className,
}: Props<Params>) => {
  const { t } = useTranslation();
  const texts: Readonly<Record<string, string | undefined>> = sorts;
  const choices = Object.keys(texts);
  return (
    <ChoiceFilter
      label={t('apis.sort')}
      allText={null}
      value={choices.find((choice) => choice === `${params.sort}-${params.order}`)}
      choices={choices}
      textOf={(choice) => texts[choice] ?? ''}
      onChange={(choice) => {
        const [sort, order] = choice?.split('-') ?? [];
        if (choice) onParams({ sort, order } as Partial<Params>);
      }}
      className={cn('sm:w-auto sm:max-w-56 sm:flex-none', className)}
    />
  );
};
