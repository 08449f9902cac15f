import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AsOfSubjectRow } from '#domain/as-of/schema.ts';
import { WithSecond } from '../../../components/text/told-apart.tsx';
import { cn } from '../../../components/ui/cn.ts';
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '../../../components/ui/command.tsx';
import { controlClasses } from '../../../components/ui/input.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../components/ui/popover.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

type Found = { subjects: AsOfSubjectRow[] };

type Props = Readonly<{
  label: string;
  /** Returns the query of what has these words. */
  optionsOf: (words: string) => UseQueryOptions<Found, Error, Found, string[]>;
  id: number | undefined;
  /** The name of what is chosen, as the answer says it. */
  name: string | undefined;
  onChoose: (id: number) => void;
}>;

const Choices = ({ optionsOf, id, onChoose, label }: Omit<Props, 'name'>) => {
  const { t } = useTranslation();
  const words = useLazyTexts('audit');
  const [search, setSearch] = useState('');
  const found = useQuery(optionsOf(search.trim().slice(0, 100)));
  const textOf = (subject: AsOfSubjectRow) => subject.name || words('audit.number', { id: subject.id });
  return (
    <Command shouldFilter={false} label={label}>
      <CommandInput placeholder={t('common.search')} dir="auto" value={search} onValueChange={setSearch} />
      <CommandList>
        <CommandEmpty>{!found.isPending && t('common.no-option')}</CommandEmpty>
        {found.data?.subjects.map((subject) => (
          <CommandItem
            key={subject.id}
            value={String(subject.id)}
            aria-checked={subject.id === id}
            onSelect={() => onChoose(subject.id)}
          >
            <Check aria-hidden className={cn('shrink-0', subject.id !== id && 'opacity-0')} />
            <WithSecond second={subject.second || undefined}>
              <bdi className="min-w-0 truncate" title={textOf(subject)}>
                {textOf(subject)}
              </bdi>
            </WithSecond>
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
};

/** Chooses what a question is about. The server searches, because there may be very many, and some are gone. */
export const SubjectPicker = ({ label, optionsOf, id, name, onChoose }: Props) => {
  const t = useLazyTexts('as-of', 'audit');
  const [isOpen, setOpen] = useState(false);
  const inputId = useId();
  const text = id === undefined ? t('as-of.choose') : name || t('audit.number', { id });
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Label htmlFor={inputId}>{label}</Label>
      <Popover modal open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger
          id={inputId}
          role="combobox"
          className={cn(controlClasses, 'flex h-9 items-center justify-between gap-2 text-start')}
        >
          <bdi className={cn('truncate', id === undefined && 'text-muted')}>{text}</bdi>
          <ChevronDown className="size-4 shrink-0 text-muted" />
        </PopoverTrigger>
        <PopoverContent
          align="start"
          className="w-(--radix-popover-trigger-width) min-w-72 max-w-[calc(100vw-24px)] p-0"
          aria-label={label}
        >
          <Choices
            optionsOf={optionsOf}
            id={id}
            label={label}
            onChoose={(chosen) => {
              setOpen(false);
              onChoose(chosen);
            }}
          />
        </PopoverContent>
      </Popover>
    </div>
  );
};
