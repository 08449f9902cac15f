import { cn } from '../../components/ui/cn.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Placeholder avatars: initials on the product's own colors. */
const teams = [
  { key: 'about.team-platform', look: 'bg-accent-soft text-accent-text' },
  { key: 'about.team-payments', look: 'bg-success/12 text-success' },
  { key: 'about.team-logistics', look: 'bg-warning/12 text-warning' },
  { key: 'about.team-identity', look: 'bg-info/12 text-info' },
  { key: 'about.team-security', look: 'bg-danger/10 text-danger' },
  { key: 'about.team-data', look: 'bg-hover text-muted' },
] as const;

export const Contributors = () => {
  const t = useLazyTexts('about');
  return (
    <section>
      <h2 className="font-semibold text-xl tracking-[-0.015em]">{t('about.contributors-title')}</h2>
      <p className="mt-1 text-muted">{t('about.contributors-text')}</p>
      <ul
        aria-label={t('about.contributors-label')}
        className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6"
      >
        {teams.map(({ key, look }) => {
          const name = t(key);
          return (
            <li key={key} className="flex items-center gap-3 rounded-card border border-border bg-surface px-3 py-3">
              <span
                aria-hidden
                className={cn(
                  'flex size-8 shrink-0 items-center justify-center rounded-full font-semibold text-xs',
                  look,
                )}
              >
                {name.slice(0, 2)}
              </span>
              <span className="truncate font-medium text-table">{name}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
