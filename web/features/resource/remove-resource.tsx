import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ResourceRow } from '#domain/resource/row.ts';
import type { ProblemError } from '../../api/problem-error.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { removeCommand } from './queries.ts';

/** Asks, then deletes a resource. What hangs on it is named in the same dialog. */
export const RemoveResource = ({ resource: { id, name } }: Readonly<{ resource: ResourceRow }>) => {
  const t = useLazyTexts('resources');
  const errorText = useErrorText();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<ProblemError>();
  const command = useCommand(removeCommand);
  const confirm = async () => {
    const removed = await command.run(
      { parameters: { id } },
      {
        show: (problem) => {
          const isUsed = problem.code === 'resource.in-use';
          setRefused(isUsed ? problem : undefined);
          return isUsed;
        },
      },
    );
    if (removed) navigate('/resources');
  };
  const change = (next: boolean) => {
    setRefused(undefined);
    setOpen(next);
  };
  return (
    <>
      <Button variant="quiet" className="text-danger" onClick={() => change(true)}>
        <Trash2 />
        {t('resources.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        title={t('resources.delete-title', { name })}
        text={
          refused ? (
            <div role="alert" className="grid gap-2">
              <p>{errorText(refused)}</p>
              <ul className="list-disc ps-4">
                {refused.errors.map((problem) => (
                  <li key={problem.code} className="[overflow-wrap:anywhere]">
                    {errorText(problem)}
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            t('resources.delete-text')
          )
        }
        action={t('resources.delete-action')}
        isReady={refused === undefined}
        isPending={command.state === 'sending'}
        onConfirm={() => void confirm()}
      />
    </>
  );
};
