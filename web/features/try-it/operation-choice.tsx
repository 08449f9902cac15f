import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TryItOperation } from '#domain/try-it/schema.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '../../components/ui/command.tsx';
import { controlClasses } from '../../components/ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../components/ui/popover.tsx';

/** Maximum number of operations shown. The search narrows them. */
const shownAtOnce = 100;

const textOf = ({ method, path }: TryItOperation) => `${method} ${path}`;

const Line = ({ operation }: { operation: TryItOperation }) => (
  <Ltr className="min-w-0 break-all font-mono text-xs">
    <span className="font-medium text-accent-text">{operation.method}</span> {operation.path}
  </Ltr>
);

type Props = Readonly<{
  operations: readonly TryItOperation[];
  chosen: TryItOperation;
  onChoose: (operation: TryItOperation) => void;
  disabled: boolean;
}>;

/** Chooses one of perhaps a thousand operations, by method, path or summary. */
export const OperationChoice = ({ operations, chosen, onChoose, disabled }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter((operation) => {
    const text = `${textOf(operation)} ${operation.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="font-medium text-table">
        {t('try-it.operation')}
      </p>
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger
          disabled={disabled}
          aria-label={t('try-it.operation-chosen', { operation: textOf(chosen) })}
          className={cn(controlClasses, 'flex h-9 items-center justify-between gap-2 text-start')}
        >
          <Line operation={chosen} />
          <ChevronsUpDown className="size-4 shrink-0 text-muted" />
        </PopoverTrigger>
        <PopoverContent
          aria-label={t('try-it.operation')}
          align="start"
          className="w-[min(30rem,calc(100vw-2rem))] p-0"
        >
          <Command shouldFilter={false} label={t('try-it.operation')}>
            <CommandInput value={search} onValueChange={setSearch} placeholder={t('try-it.operation-search')} />
            <CommandList aria-label={t('try-it.operation')}>
              <CommandEmpty>{t('try-it.operation-none')}</CommandEmpty>
              {found.slice(0, shownAtOnce).map((operation) => (
                <CommandItem
                  key={textOf(operation)}
                  value={textOf(operation)}
                  onSelect={() => {
                    onChoose(operation);
                    setOpen(false);
                  }}
                >
                  <span className="grid min-w-0 py-1">
                    <Line operation={operation} />
                    {operation.summary && <bdi className="truncate text-muted text-xs">{operation.summary}</bdi>}
                  </span>
                </CommandItem>
              ))}
            </CommandList>
          </Command>
        </PopoverContent>
      </Popover>
    </div>
  );
};
