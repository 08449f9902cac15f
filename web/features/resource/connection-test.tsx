import { CircleCheck, CircleX, Info } from 'lucide-react';
import type { ResourceTested, TestStep } from '#domain/resource/test-steps.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { stepText } from './step-text.ts';

const looks = {
  ok: { icon: CircleCheck, tone: 'text-success' },
  note: { icon: Info, tone: 'text-info' },
  failed: { icon: CircleX, tone: 'text-danger' },
} as const;

const Step = ({ step }: { step: TestStep }) => {
  const t = useLazyTexts('resources');
  const errorText = useErrorText();
  const { icon: Icon, tone } = looks[step.state];
  return (
    <li className="flex items-start gap-2.5 text-table">
      <Icon role="img" aria-label={t(`resources.step-${step.state}`)} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {step.finding.includes('.') ? errorText({ ...step, code: step.finding }) : stepText(t, step)}
      </span>
    </li>
  );
};

/** What a test of the form has found. Undefined while it runs. */
export const ConnectionTest = ({ result }: { result: ResourceTested | undefined }) => {
  const t = useLazyTexts('resources');
  const isDone = result !== undefined;
  return (
    <section aria-label={t('resources.connection')}>
      <Card>
        <CardHeader>
          <CardTitle level={2}>{t('resources.connection')}</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-3">
          <p role="status" className="font-medium">
            {isDone ? t(result.works ? 'resources.works' : 'resources.works-not') : t('resources.testing')}
          </p>
          {isDone && (
            <ul className="grid gap-2">
              {result.steps.map((step) => (
                <Step key={step.finding} step={step} />
              ))}
            </ul>
          )}
        </CardContent>
      </Card>
    </section>
  );
};
