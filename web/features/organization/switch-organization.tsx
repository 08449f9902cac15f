import type { OrganizationDetail } from '#domain/organization/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { switchCommand } from './queries.ts';

type Props = Pick<OrganizationDetail, 'organization'> &
  Readonly<{ open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks before an organization is deactivated or activated. Deactivating needs the typed name. */
export const SwitchOrganization = ({ organization: { id, name, deactivated }, open, onOpenChange }: Props) => {
  const t = useLazyTexts('organizations');
  const dock = useDock();
  const command = useCommand(switchCommand(!deactivated));
  const confirm = async () => {
    const done = await command.run({ query: { id, deactivated: !deactivated } });
    onOpenChange(false);
    if (done) dock.close();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('organizations.sure')}
      text={t(deactivated ? 'organizations.activate-text' : 'organizations.deactivate-text', { name })}
      action={t(deactivated ? 'organizations.activate' : 'organizations.deactivate')}
      {...(deactivated ? {} : { expected: name })}
      isPending={command.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
