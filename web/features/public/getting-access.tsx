import { useTranslation } from 'react-i18next';
import { FirstActions } from './first-actions.tsx';

/** The three people through whom a company gets access, in order. */
const people = ['1', '2', '3'] as const;

export const GettingAccess = () => {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="access"
      className="grid gap-x-16 gap-y-8 rounded-[12px] bg-accent-soft px-6 py-9 sm:px-9 lg:grid-cols-[1fr_1.5fr]"
    >
      <div className="flex flex-col items-start">
        <h2 id="access" className="font-semibold text-xl tracking-[-0.015em]">
          {t('public.access-title')}
        </h2>
        <p className="mt-1 text-pretty text-foreground/80">{t('public.access-text')}</p>
        <div className="mt-6">
          <FirstActions />
        </div>
      </div>
      <ol className="flex flex-col gap-5">
        {people.map((person) => (
          <li key={person} className="flex gap-4">
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-surface font-semibold text-accent-text text-xs tabular-nums"
            >
              {person}
            </span>
            <p className="min-w-0 pt-0.5">
              <strong className="block font-semibold">{t(`public.access-${person}-title`)}</strong>
              <span className="text-pretty text-foreground/80">{t(`public.access-${person}-text`)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
};
