import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../ui/cn.ts';
import { Input } from '../ui/input.tsx';

type Props = Readonly<{ label: string; value: string; onChange: (value: string) => void; className?: string }>;

/** Milliseconds without typing before `onChange` is called. */
const debounce = 300;

/** A search box that reports its value when the typing pauses. */
export const SearchField = ({ label, value, onChange, className }: Props) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;

  // The address changed without typing: back, forward or clear filters.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text.trim() === told.current) return;
    const timer = setTimeout(() => {
      told.current = text.trim();
      tell.current(text.trim());
    }, debounce);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className={cn('relative', className)}>
      <Search className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <Input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="px-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('common.clear-search')}
          onClick={() => setText('')}
          className="absolute end-1.5 top-1/2 -translate-y-1/2 rounded-control p-1 text-muted hover:text-foreground"
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  );
};
