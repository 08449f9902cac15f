import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { withdrawCommand } from './deletion-queries.ts';

type Props = Readonly<{ id: number; orgId: number; onDone?: () => void }>;

/** Takes back the reader's own request to delete an organization. */
export const WithdrawDeletion = ({ id, orgId, onDone = () => {} }: Props) => {
  const t = useLazyTexts('organizations');
  const { run, state } = useCommand(withdrawCommand);
  const withdraw = async () => {
    if (await run({ query: { id, orgId } }, { onDecided: onDone })) onDone();
  };
  return (
    <Button disabled={state === 'sending'} onClick={() => void withdraw()}>
      {t('organizations.withdraw')}
    </Button>
  );
};
