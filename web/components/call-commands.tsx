import { useTranslation } from 'react-i18next';
import type { RevealedCredentials } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { callExample } from './call-example.ts';
import { CodeBlock } from './code-block.tsx';

const Command = ({ label, code }: { label: string; code: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <p className="text-muted text-xs">{label}</p>
    <CodeBlock code={code} label={label} />
  </div>
);

type Props = Readonly<{
  deployment: Pick<DeploymentRow, 'url' | 'auth' | 'tokenUrl'>;
  credentials?: RevealedCredentials | undefined;
}>;

/** The commands that call a deployment, ready to paste. */
export const CallCommands = ({ deployment, credentials }: Props) => {
  const { t } = useTranslation();
  const { key, tokenRequest, token, isInsecure } = callExample(deployment, credentials);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {key && <Command label={t('deployments.call-key')} code={key} />}
      {tokenRequest && <Command label={t('deployments.call-token-request')} code={tokenRequest} />}
      {isInsecure && <p className="-mt-1 text-muted text-xs">{t('deployments.call-insecure')}</p>}
      {token && <Command label={t('deployments.call-token')} code={token} />}
    </div>
  );
};
