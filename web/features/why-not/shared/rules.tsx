import { Check, CircleHelp, X } from 'lucide-react';
import type { WhyNotPart } from '#domain/why-not/schema.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

const looks = {
  yes: { icon: Check, tone: 'text-success' },
  no: { icon: X, tone: 'text-danger' },
  unknown: { icon: CircleHelp, tone: 'text-muted' },
} as const;

const lookOf = (met: boolean | null): keyof typeof looks => {
  if (met === null) return 'unknown';
  return met ? 'yes' : 'no';
};

/** The rules of a row of the table, the nearest to being true first, with the facts that each needs. */
export const Rules = ({ rules }: Pick<WhyNotPart, 'rules'>) => {
  const t = useLazyTexts('why-not');
  return (
    <ul aria-label={t('why-not.rules')} className="grid gap-2">
      {rules.map(({ rule, facts }) => (
        <li key={rule} className="grid gap-1 rounded-card border border-border px-3 py-2">
          <p className="font-medium text-sm">{t(`why-not.rule.${rule}`)}</p>
          <ul className="grid gap-1">
            {facts.map(({ fact, met }) => {
              const look = lookOf(met);
              const { icon: Icon, tone } = looks[look];
              return (
                <li key={fact} className="flex items-start gap-2 text-table">
                  <Icon role="img" aria-label={t(`why-not.met.${look}`)} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
                  <span className={met === true ? 'text-muted' : ''}>{t(`why-not.fact.${fact}`)}</span>
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
};
