import { Info } from 'lucide-react';
import type { TryItUnsent } from '#domain/try-it/schema.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says what the description names and this form can't send. */
export const Unsent = ({ unsent }: { unsent: readonly TryItUnsent[] }) => {
  const t = useLazyTexts('calling');
  if (unsent.length === 0) return null;
  return (
    <div className="flex gap-2.5 rounded-card border border-border bg-surface px-3 py-2.5 text-table">
      <Info className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium">{t('calling.unsent')}</p>
        <ul className="grid gap-0.5 text-muted text-xs">
          {unsent.map(({ name, why }) => (
            <li key={`${why} ${name}`} className="break-words">
              {t(`calling.unsent-${why}`, { name })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};
