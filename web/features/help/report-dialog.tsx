import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueDescriptionLimit, issueTitleLimit } from '#domain/issue/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { FileField } from '../../components/form/file-field.tsx';
import { DialogForm } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHead,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { myAppsOptions } from '../api/shared/queries.ts';
import { issueFileAccept, issueForm, reportCommand } from '../issue/shared/queries.ts';

/** What the report begins with. */
type Beginning = Readonly<{ title: string; description: string }>;

const ReportForm = ({
  title,
  description,
  onReported,
}: Beginning & Readonly<{ onReported: (issueId: number) => void }>) => {
  const { t } = useTranslation();
  const apps = useQuery(myAppsOptions);
  const begun = { title: title.slice(0, issueTitleLimit), description: description.slice(0, issueDescriptionLimit) };
  const form = useZodForm(issueForm, { appId: undefined, ...begun, issueFile: undefined }, 'onSubmit');
  const forgetDraft = useFormDraft(form, title === '' ? 'issue' : `issue about ${title}`);
  const command = useCommand(reportCommand);
  const { control } = form;
  const isSending = command.state === 'sending';
  const submit = form.handleSubmit(async (values) => {
    const response = await command.run({ form: values }, { form });
    if (!response) return;
    forgetDraft();
    onReported(response.issueId);
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('help.report-submit')}
      isLocked={isSending}
      status={
        <p className="me-auto text-muted text-table tabular-nums" aria-live="polite">
          {command.progress !== undefined && t('help.report-sending', { percent: command.progress })}
        </p>
      }
    >
      <fieldset disabled={isSending} className="contents">
        <p className="text-muted text-xs">{t('common.required-hint')}</p>
        <TextField
          control={control}
          name="title"
          label={t('help.report-title')}
          help={t('help.report-title-help')}
          maxLength={issueTitleLimit}
          autoComplete="off"
          required
        />
        <TextAreaField
          control={control}
          name="description"
          label={t('help.report-description')}
          help={t('help.report-description-help')}
          maximum={issueDescriptionLimit}
          rows={6}
          required
        />
        {apps.data && apps.data.length > 0 && (
          <SelectField
            control={control}
            name="appId"
            label={t('help.report-application')}
            options={optionsOf(apps.data, ({ orgname }) => [orgname])}
            none={t('help.report-application-none')}
            disabled={isSending}
          />
        )}
        <FileField
          control={control}
          name="issueFile"
          label={t('help.report-file')}
          help={t('help.report-file-help')}
          accept={issueFileAccept}
          disabled={isSending}
        />
      </fieldset>
    </DialogForm>
  );
};

const Reported = ({ issueId }: { issueId: number }) => {
  const { t } = useTranslation();
  return (
    <>
      <div className="flex gap-3">
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" />
        <div className="grid gap-1.5">
          <DialogTitle>{t('help.reported-title', { id: issueId })}</DialogTitle>
          <DialogDescription>{t('help.reported-text')}</DialogDescription>
        </div>
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary" autoFocus>
            {t('help.reported-close')}
          </Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
};

const Report = (begun: Beginning) => {
  const { t } = useTranslation();
  const [issueId, setIssueId] = useState<number>();
  if (issueId !== undefined) return <Reported issueId={issueId} />;
  return (
    <>
      <DialogHead title={t('help.report')} text={t('help.report-text')} />
      <ReportForm {...begun} onReported={setIssueId} />
    </>
  );
};

/** Report an Issue: the problem, its application, and a picture or log. Then shows the number of the issue. */
export const ReportDialog = ({
  open,
  onClose,
  ...begun
}: Beginning & Readonly<{ open: boolean; onClose: () => void }>) => (
  <Dialog
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose();
    }}
  >
    <DialogContent className="max-w-xl">
      <Report {...begun} />
    </DialogContent>
  </Dialog>
);
