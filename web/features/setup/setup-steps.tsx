import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isSetUp, type SetupState } from '#domain/installation/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { cn } from '../../components/ui/cn.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { dismissCommand, setupOptions } from './queries.ts';

/** The portal also works without an `optional` step. */
type StepState = 'done' | 'open' | 'optional';

const icons = { done: CircleCheck, open: CircleDashed, optional: Info } as const;
const colours = { done: 'text-success', open: 'text-warning', optional: 'text-muted' } as const;

type StepProps = Readonly<{ state: StepState; title: string; text: string; children?: ReactNode }>;

const Step = ({ state, title, text, children }: StepProps) => {
  const t = useLazyTexts('setup');
  const Icon = icons[state];
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', colours[state])} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <strong className="font-medium">{title}</strong>
            <span className="text-muted text-xs">{t(`setup.state-${state}`)}</span>
          </p>
          <p className="text-pretty text-muted">{text}</p>
        </div>
        {children}
      </div>
    </li>
  );
};

const Steps = ({ setup: { organization, gateways, mail, apis } }: { setup: SetupState }) => {
  const t = useLazyTexts('setup');
  const format = useFormat();
  return (
    <ol className="divide-y divide-border">
      <Step
        state={organization === null ? 'open' : 'done'}
        title={t('setup.organization')}
        text={
          organization === null ? t('setup.organization-open') : t('setup.organization-done', { name: organization })
        }
      />
      <Step
        state={gateways.length === 0 ? 'open' : 'done'}
        title={t('setup.gateway')}
        text={
          gateways.length === 0 ? t('setup.gateway-open') : t('setup.gateway-done', { names: format.list(gateways) })
        }
      >
        {gateways.length === 0 && (
          <div>
            <Button asChild size="small">
              <Link href="/resource/edit-resource">{t('setup.gateway-add')}</Link>
            </Button>
          </div>
        )}
      </Step>
      <Step
        state={mail ? 'done' : 'optional'}
        title={t('setup.mail')}
        text={t(mail ? 'setup.mail-done' : 'setup.mail-optional')}
      />
      <Step
        state={apis === 0 ? 'open' : 'done'}
        title={t('setup.api')}
        text={apis === 0 ? t('setup.api-open') : t('setup.api-done', { count: apis })}
      >
        {apis === 0 && (
          <div>
            <Button asChild>
              <Link href="/api-upload">{t('setup.api-publish')}</Link>
            </Button>
          </div>
        )}
      </Step>
    </ol>
  );
};

/**
 * The open steps of a new installation, for its administrators. Shown until all are done or somebody hides the list.
 */
export const SetupSteps = () => {
  const t = useLazyTexts('setup');
  const { data: setup } = useQuery(setupOptions);
  const dismiss = useCommand(dismissCommand);
  if (!setup || setup.dismissed || isSetUp(setup)) return null;
  return (
    <div className="mx-auto w-full max-w-[1328px] px-4 pt-6 sm:px-6">
      <Card aria-labelledby="setup-title">
        <CardHeader>
          <div className="min-w-0 py-1">
            <CardTitle id="setup-title" level={2}>
              {t('setup.title')}
            </CardTitle>
            <p className="text-muted text-table">{t('setup.text')}</p>
          </div>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('setup.dismiss')}
            title={t('setup.dismiss')}
            disabled={dismiss.state === 'sending'}
            onClick={() => void dismiss.run({})}
          >
            <X />
          </Button>
        </CardHeader>
        <Steps setup={setup} />
      </Card>
    </div>
  );
};
