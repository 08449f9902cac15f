import { ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { RevealedCredentials } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../../components/ui/dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useCallPaths } from '../deployment/shared/queries.ts';
import { CallCommands } from './shared/call-commands.tsx';

const Value = ({ label, copy, value }: { label: string; copy: string; value: string }) => {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-muted text-xs">
        {label}
      </label>
      <div className="flex items-center gap-1 rounded-card border border-border bg-background ps-3 pe-1">
        <input
          id={id}
          readOnly
          dir="ltr"
          value={value}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          className="h-9 min-w-0 flex-1 bg-transparent font-mono text-xs outline-none"
        />
        <CopyButton value={value} label={copy} />
      </div>
    </div>
  );
};

type Props = Readonly<{
  open: boolean;
  onClose: () => void;
  /** The key's name. */
  name: string;
  organization: string;
  api: Pick<ApiDetail, 'id' | 'revision'>;
  deployment: DeploymentRow;
  credentials: RevealedCredentials;
}>;

/** Shows a key's secrets after the view was recorded. It is 450 px wide. */
export const CredentialsDialog = ({ open, onClose, name, organization, api, deployment, credentials }: Props) => {
  const { t } = useTranslation();
  const calls = useCallPaths(api, deployment.id);
  const format = useFormat();
  const { apiKey, clientId, clientSecret, tokenUrl, tokenExpiration } = credentials;
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()}>
      <DialogContent className="max-w-[450px] grid-cols-[minmax(0,1fr)]">
        <DialogHead
          title={t('consumers.credentials-title', { name })}
          text={
            <Trans
              i18nKey="consumers.credentials-text"
              values={{ organization, path: deployment.path }}
              components={[<bdi key="organization" />, <bdi key="path" dir="ltr" />]}
            />
          }
        />
        <div className="grid gap-3">
          {apiKey && <Value label={t('consumers.api-key')} copy={t('consumers.copy-key')} value={apiKey} />}
          {clientId && <Value label={t('consumers.client-id')} copy={t('consumers.copy-client-id')} value={clientId} />}
          {clientSecret && (
            <Value label={t('consumers.client-secret')} copy={t('consumers.copy-client-secret')} value={clientSecret} />
          )}
          {tokenUrl && (
            <Value
              label={t('deployments.token-endpoint')}
              copy={t('deployments.copy-token-endpoint')}
              value={tokenUrl}
            />
          )}
          {tokenExpiration !== null && (
            <p className="-mt-1 text-muted text-xs">
              {t('consumers.token-expiration', { duration: format.duration(tokenExpiration) })}
            </p>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-medium text-table">{t('deployments.call-title')}</h3>
          <CallCommands deployment={deployment} call={calls?.example} credentials={credentials} />
        </div>
        <DialogFooter>
          <p className="me-auto flex items-center gap-1.5 text-muted text-xs">
            <ShieldCheck className="size-4" />
            {t('consumers.recorded')}
          </p>
          <DialogClose asChild>
            <Button variant="primary">{t('consumers.done')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
};
