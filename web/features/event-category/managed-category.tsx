import { ChevronRight, Clock, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { EventCategoryRow } from '#domain/event-category/row.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { RemoveEventCategory } from './remove-event-category.tsx';

type Props = Readonly<{ category: EventCategoryRow; onHistory: () => void }>;

/** One category in the management: its name opens and closes what it has, a link leads to the editor. */
export const ManagedCategory = ({ category, onHistory }: Props) => {
  const { id, name, description, businessAreaName, version, changedAt, events } = category;
  const t = useLazyTexts('event-categories');
  const [isOpen, setOpen] = useState(false);
  const body = useId();
  return (
    <article
      aria-label={name}
      className="flex min-w-0 flex-col self-start rounded-card border border-border bg-surface p-4"
    >
      <h2 className="font-semibold text-[0.9375rem] leading-6">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-start gap-2 text-start"
        >
          <ChevronRight
            className={cn(
              'mt-1 size-4 shrink-0 text-muted transition-transform duration-150 rtl:-scale-x-100',
              isOpen && 'rotate-90 rtl:-rotate-90',
            )}
          />
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
        </button>
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-2 text-muted text-xs">
        <bdi>{businessAreaName}</bdi>
        <span>{t('event-categories.version', { version })}</span>
        <RelativeTime at={changedAt} />
      </p>
      <div id={body} hidden={!isOpen} className="mt-3 grid gap-3">
        <p className="text-pretty text-table leading-5 [overflow-wrap:anywhere]">
          <bdi>{description}</bdi>
        </p>
        {events.length === 0 ? (
          <p className="text-muted text-table">{t('event-categories.no-events')}</p>
        ) : (
          <ul aria-label={t('event-categories.events')} className="flex flex-wrap gap-1.5">
            {events.map((event) => (
              <li key={event.id}>
                <Badge tone="neutral">{event.name}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="-me-1.5 -mb-1 mt-3 flex flex-wrap items-center justify-end gap-1">
        <RemoveEventCategory category={category} />
        <Button
          variant="quiet"
          size="small"
          aria-label={t('event-categories.history-of', { name })}
          onClick={onHistory}
        >
          <Clock />
          {t('event-categories.history')}
        </Button>
        <Button asChild variant="quiet" size="small" className="text-accent-text">
          <Link href={`/events/editor/${id}`} aria-label={t('event-categories.edit-of', { name })}>
            <Pencil />
            {t('event-categories.edit')}
          </Link>
        </Button>
      </div>
    </article>
  );
};
