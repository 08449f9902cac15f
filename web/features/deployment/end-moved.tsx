import { useQuery } from '@tanstack/react-query';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog, confirmationWord } from '../../components/layout/confirm-dialog.tsx';
import { Code } from '../../components/text/code.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Callers } from './move-callers.tsx';
import { moveOptions } from './shared/move-queries.ts';
import { undeployCommand } from './shared/queries.ts';

type Props = Readonly<{
  deployment: DeploymentRow;
  /** The other one of the two. */
  moving: NonNullable<DeploymentRow['moving']>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}>;

/** Asks before one of the two deployments of a move ends. Of the one that moves, says who was still calling there. */
export const EndMoved = ({ deployment, moving, open, onOpenChange }: Props) => {
  const t = useLazyTexts('moving');
  const command = useCommand(undeployCommand);
  const { data: move } = useQuery({ ...moveOptions(deployment.id), enabled: open && moving.isLeader });
  const confirm = async () => {
    if (await command.run({ parameters: { id: deployment.id } })) onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('moving.end-title', { path: deployment.path, gateway: deployment.kongServer?.name ?? '' })}
      text={
        <div className="grid gap-2">
          <p>{t('moving.end-text')}</p>
          <Code>{moving.url}</Code>
          {move && <Callers callers={move.callers} />}
        </div>
      }
      action={t(moving.isLeader ? 'moving.end' : 'moving.undo')}
      expected={confirmationWord}
      isReady={move !== undefined || !moving.isLeader}
      isPending={command.state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
