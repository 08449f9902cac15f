import { Check } from 'lucide-react';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { Stage } from './stages.ts';

const steps = ['publish', 'deploy', 'key'] as const;

const stepOf: Record<Stage['kind'], (typeof steps)[number]> = {
  'add-api': 'publish',
  'create-consumer': 'key',
};

/** The three steps to a first call: those that are done, and the next one. */
export const ProgressSteps = ({ stage }: { stage: Stage }) => {
  const t = useLazyTexts('onboarding');
  const current = steps.indexOf(stepOf[stage.kind]);
  return (
    <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs sm:gap-x-2" aria-label={t('onboarding.steps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className="group/step flex items-center gap-1.5 text-muted sm:gap-2 aria-[current=step]:font-medium aria-[current=step]:text-foreground"
        >
          <span className="flex size-5 items-center justify-center rounded-full border border-control-border tabular-nums group-aria-[current=step]/step:border-accent group-aria-[current=step]/step:bg-accent group-aria-[current=step]/step:text-on-accent">
            {index < current ? (
              <Check role="img" className="size-3 text-success" aria-label={t('onboarding.step-done')} />
            ) : (
              index + 1
            )}
          </span>
          {t(`onboarding.step-${step}`)}
          {index < steps.length - 1 && <span className="h-px w-2 bg-border sm:w-5" />}
        </li>
      ))}
    </ol>
  );
};
