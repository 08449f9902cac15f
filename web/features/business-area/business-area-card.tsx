import { Pencil } from 'lucide-react';
import { useId } from 'react';
import type { BusinessAreaRow } from '#domain/business-area/row.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{ area: BusinessAreaRow; isOpen: boolean; onEdit: () => void }>;

/** One business area: name, description, and a button that opens the panel to change it. */
export const BusinessAreaCard = ({ area: { name, description }, isOpen, onEdit }: Props) => {
  const t = useLazyTexts('business-areas');
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      data-open={isOpen || undefined}
      className="flex min-w-0 flex-col rounded-card border border-border bg-surface p-4 data-open:border-accent"
    >
      <h2 id={id} className="font-semibold text-[0.9375rem] leading-6">
        <bdi className="block [overflow-wrap:anywhere]">{name}</bdi>
      </h2>
      <p className="mt-1 mb-3 text-pretty text-table leading-5 [overflow-wrap:anywhere]">
        {description ? (
          <bdi className="line-clamp-4">{description}</bdi>
        ) : (
          <span className="text-muted">{t('business-areas.no-description')}</span>
        )}
      </p>
      <div className="-me-1.5 -mb-1 mt-auto flex justify-end">
        <Button
          variant="quiet"
          size="small"
          className="text-accent-text"
          aria-label={t('business-areas.edit-of', { name })}
          onClick={onEdit}
        >
          <Pencil />
          {t('business-areas.edit')}
        </Button>
      </div>
    </article>
  );
};
