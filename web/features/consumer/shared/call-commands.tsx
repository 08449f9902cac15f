import { useTranslation } from 'react-i18next';
import type { RevealedCredentials } from '#domain/consumer/schema.ts';
import type { ExampleCall } from '#domain/deployment/call-paths.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { CodeBlock } from '../../../components/text/code-block.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { callExample } from './call-example.ts';

const Command = ({ label, code, copied }: { label: string; code: string; copied: string | undefined }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <p className="text-muted text-xs">{label}</p>
    <CodeBlock code={code} copied={copied} label={label} />
  </div>
);

type Props = Readonly<{
  deployment: Pick<DeploymentRow, 'url' | 'auth' | 'tokenUrl'>;
  /**
   * An operation of the description with the path that callers use. Null if there is none, undefined until it is known.
   */
  call: ExampleCall | null | undefined;
  credentials?: RevealedCredentials | undefined;
  /** Shows placeholders on the screen. Copying fills in the credentials. */
  isMasked?: boolean;
}>;

/** Shows the commands that call a deployment, ready to paste. */
export const CallCommands = ({ deployment, call, credentials, isMasked = false }: Props) => {
  const { t } = useTranslation();
  if (call === undefined) return <Skeleton className="h-20 w-full" />;
  const filled = callExample(deployment, { credentials, call });
  const { key, tokenRequest, token, isInsecure } = isMasked ? callExample(deployment, { call }) : filled;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {key && <Command label={t('deployments.call-key')} code={key} copied={filled.key} />}
      {tokenRequest && (
        <Command label={t('deployments.call-token-request')} code={tokenRequest} copied={filled.tokenRequest} />
      )}
      {isInsecure && <p className="-mt-1 text-muted text-xs">{t('deployments.call-insecure')}</p>}
      {token && <Command label={t('deployments.call-token')} code={token} copied={filled.token} />}
    </div>
  );
};
