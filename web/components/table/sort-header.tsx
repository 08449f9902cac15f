import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../ui/cn.ts';

type Props = Readonly<{
  text: string;
  direction: 'asc' | 'desc' | undefined;
  align: 'start' | 'end';
  onSort: () => void;
}>;

export const SortHeader = ({ text, direction, align, onSort }: Props) => {
  const { t } = useTranslation();
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      aria-label={t('common.sort-by', { column: text })}
      onClick={onSort}
      className={cn(
        'group/sort -mx-1 inline-flex h-7 items-center gap-1 rounded-control px-1 font-medium hover:text-foreground data-active:text-foreground',
        align === 'end' && 'flex-row-reverse',
      )}
      data-active={direction ? '' : undefined}
    >
      {text}
      <Icon className="size-3.5 opacity-0 transition-opacity group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60 group-data-active/sort:opacity-100" />
    </button>
  );
};
