import { useQuery } from '@tanstack/react-query';
import { getLosingKeysOfGrant } from '#domain/access/calls.ts';
import type { AccessGrantRow } from '#domain/access/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog, confirmationWord } from '../../components/layout/confirm-dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LosingKeys, losingKeysOptions } from '../consumer/shared/losing-keys.tsx';
import { revokeCommand } from './shared/queries.ts';

type Props = Readonly<{ grant: AccessGrantRow; open: boolean; onClose: () => void }>;

/** Asks before access is revoked. If keys stop working with it, a text must be typed, as for deleting a key. */
export const RevokeGrant = ({ grant: { id, type, apiName, organizationName, keys }, open, onClose }: Props) => {
  const t = useLazyTexts('review');
  const command = useCommand(revokeCommand);
  const losing = useQuery({ ...losingKeysOptions(getLosingKeysOfGrant, id), enabled: open && type === 'api' });
  const confirm = async () => {
    if (await command.run({ parameters: { id } }, { onDecided: onClose })) onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t('access.revoke-title', { organization: organizationName })}
      text={
        <>
          <p>
            {t(type === 'api' ? 'access.revoke-text' : 'review.revoke-event', {
              organization: organizationName,
              api: apiName,
            })}
          </p>
          {type === 'api' && <LosingKeys query={losing} />}
        </>
      }
      action={t('access.revoke-action')}
      {...(keys > 0 ? { expected: confirmationWord } : {})}
      isReady={type === 'event' || !losing.isPending}
      isPending={command.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
