import { ShieldCheck } from 'lucide-react';
import type { LogVerificationAnswer } from '#domain/log-verification/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { requestVerificationCommand } from './queries.ts';

type Props = Pick<LogVerificationAnswer, 'running' | 'events'>;

/** Starts a verification of the whole log, and shows how far it is. `events`: how many the last one looked at. */
export const VerifyButton = ({ running, events }: Props) => {
  const t = useLazyTexts('log-alarm');
  const format = useFormat();
  const { run, state } = useCommand(requestVerificationCommand);
  if (!running)
    return (
      <Button disabled={state === 'sending'} onClick={() => void run({})}>
        <ShieldCheck />
        {t('log-alarm.verify')}
      </Button>
    );
  const isKnown = running.began && events > 0;
  // The log grows meanwhile.
  const percent = isKnown ? Math.min(99, Math.floor((100 * running.events) / events)) : null;
  const text = running.began ? t('log-alarm.seen', { number: format.number(running.events) }) : t('log-alarm.waits');
  return (
    <div className="grid w-full gap-1.5 sm:w-60">
      <span role="status" className="text-muted text-table">
        {t('log-alarm.verifying')} {text}
      </span>
      <Progress value={percent} aria-label={t('log-alarm.verifying')} />
    </div>
  );
};
