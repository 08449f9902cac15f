import { Check } from 'lucide-react';
import { environments } from '#domain/core/environment.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const sample = { name: 'payments', version: '2.4.0', path: '/payments-dev', method: 'POST' } as const;

/** A picture of the product from its own components: an API, its environments, and the steps of its deployment. */
export const SampleDeployment = () => {
  const t = useLazyTexts('about');
  const steps = [
    t('about.sample-step-1'),
    t('about.sample-step-2'),
    t('about.sample-step-3'),
    t('about.sample-step-4'),
  ];
  return (
    <figure
      aria-label={t('about.sample-label')}
      className="rounded-[12px] border border-border bg-surface shadow-float"
    >
      <div className="flex items-center justify-between gap-3 border-border border-b px-5 py-4" dir="ltr">
        <span className="font-mono font-medium text-table">{sample.name}</span>
        <span className="font-mono text-muted text-xs">{sample.version}</span>
      </div>
      <div className="flex flex-col gap-5 px-5 py-5">
        <div dir="ltr" className="flex items-center gap-3 rounded-card bg-background px-3 py-2.5 font-mono text-xs">
          <span className="font-semibold text-success">{sample.method}</span>
          <span className="truncate text-muted">{sample.path}</span>
          <span className="ms-auto flex gap-1.5">
            {environments.map((environment) => (
              <EnvironmentTag key={environment} environment={environment} className="max-sm:nth-[n+3]:hidden" />
            ))}
          </span>
        </div>
        <ol className="flex flex-col">
          {steps.map((step, index) => (
            <li key={step} className="relative flex items-center gap-3 py-2 text-table">
              {index < steps.length - 1 && (
                <span aria-hidden className="absolute start-[9.5px] top-[1.95rem] h-3.5 w-px bg-border" />
              )}
              <span className="flex size-5 items-center justify-center rounded-full bg-success/12 text-success">
                <Check className="size-3" strokeWidth={3} />
              </span>
              {step}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
};
