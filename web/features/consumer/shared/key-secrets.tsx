import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { Ltr } from '../../../components/text/ltr.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';

const Masked = ({ label, last4 }: { label: string; last4: string }) => {
  const { t } = useTranslation();
  return (
    <span>
      {label}{' '}
      <Ltr className="font-mono">
        <span className="sr-only">{t('common.secret-masked', { last4 })}</span>
        <span aria-hidden>{`••••${last4}`}</span>
      </Ltr>
    </span>
  );
};

type Credentials = Pick<ConsumerRow, 'apiKeyLast4' | 'clientId' | 'clientSecretLast4' | 'lastUsed'>;

/** The masked credentials of one generation of a key, and their last use. */
export const KeySecrets = ({ credentials }: { credentials: Credentials }) => {
  const { t } = useTranslation();
  const { apiKeyLast4, clientId, clientSecretLast4, lastUsed } = credentials;
  return (
    <>
      {apiKeyLast4 && <Masked label={t('consumers.api-key')} last4={apiKeyLast4} />}
      {clientId && (
        <span className="min-w-0">
          {t('consumers.client-id')} <Ltr className="break-all font-mono">{clientId}</Ltr>
        </span>
      )}
      {clientSecretLast4 && <Masked label={t('consumers.client-secret')} last4={clientSecretLast4} />}
      <span>
        {lastUsed ? (
          <>
            {t('consumers.last-used')} <RelativeTime at={lastUsed} />
          </>
        ) : (
          t('consumers.never-used')
        )}
      </span>
    </>
  );
};
