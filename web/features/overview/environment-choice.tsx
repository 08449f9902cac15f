import { type Environment, environments } from '#domain/core/environment.ts';
import type { CountByEnvironment } from '#domain/overview/schema.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{
  value: Environment | undefined;
  /** Undefined until it is loaded. */
  counts: CountByEnvironment | undefined;
  onChange: (environment: Environment | undefined) => void;
}>;

const classes =
  'flex min-w-0 items-center justify-between gap-3 rounded-card border border-border bg-surface px-3 py-2 text-start text-table transition-colors hover:border-muted/60 aria-pressed:border-accent aria-pressed:bg-accent-soft';

/** Shows the count of each environment and lets the user choose one. */
export const EnvironmentChoice = ({ value, counts, onChange }: Props) => {
  const t = useLazyTexts('overview');
  const format = useFormat();
  const all = counts && environments.reduce((sum, environment) => sum + counts[environment], 0);
  const count = (number: number | undefined) => (
    <span className="font-semibold text-base tabular-nums">{number === undefined ? '…' : format.number(number)}</span>
  );
  return (
    <fieldset aria-label={t('overview.environment')} className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      <button
        type="button"
        aria-pressed={value === undefined}
        onClick={() => onChange(undefined)}
        className={`${classes} max-sm:col-span-2`}
      >
        <span className="truncate font-medium">{t('overview.all-environments')}</span>
        {count(all)}
      </button>
      {environments.map((environment) => (
        <button
          key={environment}
          type="button"
          aria-pressed={value === environment}
          onClick={() => onChange(value === environment ? undefined : environment)}
          className={classes}
        >
          <EnvironmentTag environment={environment} />
          {count(counts?.[environment])}
        </button>
      ))}
    </fieldset>
  );
};
