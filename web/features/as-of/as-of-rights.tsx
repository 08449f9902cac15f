import { Code } from '../../components/text/code.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** What a person could do then, as rows of the table of rights. */
export const AsOfRights = ({ rights }: { rights: readonly string[] }) => {
  const t = useLazyTexts('as-of');
  return (
    <section aria-label={t('as-of.rights')} className="grid gap-2 rounded-card border border-border p-4">
      <h2 className="font-semibold text-sm">{t('as-of.rights')}</h2>
      <p className="text-muted text-table">
        {rights.length === 0 ? t('as-of.no-rights') : t('as-of.rights-text', { count: rights.length })}
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {rights.map((right) => (
          <li key={right}>
            <Code>{right}</Code>
          </li>
        ))}
      </ul>
    </section>
  );
};
