import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useKeyName } from './shared/key-name.ts';
import { KeySecrets } from './shared/key-secrets.tsx';

type Props = Readonly<{
  consumer: ConsumerRow;
  previous: NonNullable<ConsumerRow['previous']>;
  onEnd: () => void;
}>;

/** Shows the old and the new key during a rotation: when the old one was last used, and when it ends. */
export const KeyRotation = ({ consumer, previous, onEnd }: Props) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const name = useKeyName()(consumer);
  const end = t('consumers.end-named', { name });
  const line = 'flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-muted';
  return (
    <dl className="mt-2 grid gap-2 rounded-card border border-border bg-background px-3 py-2.5 text-xs">
      <div className="flex gap-3">
        <dt className="w-16 shrink-0 font-medium">{t('consumers.new-key')}</dt>
        <dd className={line}>
          <KeySecrets credentials={consumer} />
        </dd>
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <dt className="w-16 shrink-0 font-medium">{t('consumers.old-key')}</dt>
        <dd className={`${line} basis-40`}>
          <KeySecrets credentials={previous} />
          <span className="text-warning">
            {t('consumers.ends')} <RelativeTime at={previous.until} />
          </span>
        </dd>
        {consumer.may.endPrevious && (
          <Tooltip text={consumer.isReadOnly ? errorText({ code: readOnlyCode }) : end}>
            <Button
              size="small"
              className="ms-auto"
              aria-label={end}
              aria-disabled={consumer.isReadOnly}
              onClick={() => consumer.isReadOnly || onEnd()}
            >
              {t('consumers.end')}
            </Button>
          </Tooltip>
        )}
      </div>
    </dl>
  );
};
