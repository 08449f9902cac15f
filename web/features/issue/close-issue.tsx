import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IssueRow } from '#domain/issue/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { closeCommand } from './shared/queries.ts';

/** Asks, then closes an issue. A closed issue can't be opened again. */
export const CloseIssue = ({ issue: { id, title } }: { issue: IssueRow }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const command = useCommand(closeCommand);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <CircleCheck />
        {t('issues.close')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('issues.close-title', { id })}
        text={t('issues.close-text', { title })}
        action={t('issues.close')}
        isPending={command.state === 'sending'}
        onConfirm={async () => {
          if (await command.run({ parameters: { id } })) setOpen(false);
        }}
      />
    </>
  );
};
