import { useTranslation } from 'react-i18next';
import type { ConsumerGroup, ConsumerRow } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { limitKeyCommand, limitOrganizationCommand } from './limit-commands.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { useKeyName } from './shared/key-name.ts';

type Opening = Readonly<{ open: boolean; onOpenChange: (open: boolean) => void }>;

/** Sets the limit of one key. */
export const LimitKey = ({ consumer, ...opening }: Opening & Readonly<{ consumer: ConsumerRow }>) => {
  const { t } = useTranslation();
  const name = useKeyName()(consumer);
  return (
    <LimitDialog
      {...opening}
      title={t('consumers.limit-key', { name })}
      text={t('consumers.limit-key-text')}
      label={t('consumers.limit-key-switch')}
      help={t('consumers.limit-key-help')}
      command={limitKeyCommand}
      parameters={{ id: consumer.id }}
      rateLimit={consumer.rateLimit}
      basedOn={consumer.basedOn}
    />
  );
};

type OrganizationProps = Opening &
  Readonly<{ group: ConsumerGroup; consumer: ConsumerRow; deployment: DeploymentRow | undefined }>;

/** Sets the limit of an organization's keys on a deployment, of which `consumer` is one. */
export const LimitOrganization = ({ group, consumer, deployment, ...opening }: OrganizationProps) => {
  const { t } = useTranslation();
  const { deploymentId, env, organizationLimit } = consumer;
  const counts = deployment?.rateLimit.countsTogether ? 'consumers.limit-all-together' : 'consumers.limit-all-each';
  return (
    <LimitDialog
      {...opening}
      title={t('consumers.limit-all', { organization: group.orgName, environment: env })}
      text={`${t('consumers.limit-all-text')} ${t(counts)}`}
      label={t('consumers.limit-all-switch')}
      help={t('consumers.limit-all-help')}
      command={limitOrganizationCommand}
      parameters={{ id: deploymentId, organizationId: group.orgId }}
      {...organizationLimit}
    />
  );
};
