import { FileText } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { EventCategoryRow } from '#domain/event-category/row.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{ category: EventCategoryRow; isOpen: boolean; onOpen: () => void }>;

/** One event category in the gallery. Its name opens the details, a link leads to its events. */
export const EventCategoryCard = ({ category, isOpen, onOpen }: Props) => {
  const { id, name, description, type, businessAreaName, events } = category;
  const t = useLazyTexts('event-categories');
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      data-open={isOpen || undefined}
      className="flex min-w-0 flex-col rounded-card border border-border bg-surface p-4 data-open:border-accent"
    >
      <h2 id={heading} className="font-semibold text-[0.9375rem] leading-6">
        <button type="button" onClick={onOpen} className="max-w-full text-start hover:text-accent-text">
          <bdi className="block [overflow-wrap:anywhere]">{name}</bdi>
        </button>
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-xs">
        <bdi>{businessAreaName}</bdi>
        {type && <Badge tone="neutral">{type}</Badge>}
      </p>
      <p className="mt-2 mb-3 text-pretty text-table leading-5 [overflow-wrap:anywhere]">
        <bdi className="line-clamp-4">{description}</bdi>
      </p>
      <div className="-mb-1 mt-auto flex items-center justify-between gap-2">
        <span className="text-muted text-xs">{t('event-categories.events-count', { count: events.length })}</span>
        <Button asChild variant="quiet" size="small" className="-me-1.5 text-accent-text">
          <Link href={`/events/spec/${id}`} aria-label={t('event-categories.events-of', { name })}>
            <FileText />
            {t('event-categories.events')}
          </Link>
        </Button>
      </div>
    </article>
  );
};
