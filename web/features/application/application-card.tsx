import { useId } from 'react';
import type { ApplicationRow } from '#domain/application/schema.ts';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{ application: ApplicationRow; isOpen: boolean; onOpen: () => void }>;

/** One application. A click on the card opens its details. */
export const ApplicationCard = ({ application, isOpen, onOpen }: Props) => {
  const t = useLazyTexts('applications');
  const id = useId();
  const { name, description, orgname, external, apis, state, owned } = application;
  return (
    <article
      aria-labelledby={id}
      data-open={isOpen || undefined}
      className="group relative flex min-h-[158px] min-w-0 flex-col rounded-card border border-border bg-surface p-4 transition-[border-color,box-shadow] duration-150 focus-within:border-accent hover:border-muted/60 data-open:border-accent"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="min-w-0 font-semibold text-[0.9375rem] leading-6">
          <button
            type="button"
            onClick={onOpen}
            className="max-w-full text-start outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            <bdi className="block truncate">{name}</bdi>
          </button>
        </h2>
        {external && <Badge>{t('applications.external')}</Badge>}
      </div>
      <p className="text-muted text-table">
        <bdi className="block truncate">{orgname}</bdi>
      </p>
      <p className="mt-2.5 text-pretty text-foreground/85 text-table leading-5">
        <bdi className="line-clamp-2">{description || t('applications.no-description')}</bdi>
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-muted text-xs">
        {state === 'deleting' ? (
          <StatusDot tone="warning">{t('applications.deleting')}</StatusDot>
        ) : (
          <span>{t('applications.api-count', { count: apis })}</span>
        )}
        {owned && <Badge tone="accent">{t('applications.owned')}</Badge>}
      </div>
    </article>
  );
};
