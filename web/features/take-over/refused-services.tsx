import type { ServicesDecided } from '#domain/take-over/decisions.ts';
import { type Coded, useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** The services that stay as they are, each with the reason. */
export const RefusedServices = ({ refused }: Pick<ServicesDecided, 'refused'>) => {
  const t = useLazyTexts('take-overs');
  const errorText = useErrorText();
  if (refused.length === 0) return null;
  return (
    <section role="alert" className="grid gap-2 rounded-card border border-border px-4 py-3 text-table">
      <p className="font-medium">{t('take-overs.refused', { count: refused.length })}</p>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {refused.map(({ id, name, ...problem }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <bdi className="font-medium">{name || id.slice(0, 8)}</bdi>
            {': '}
            {errorText(problem as Coded)}
          </li>
        ))}
      </ul>
    </section>
  );
};
