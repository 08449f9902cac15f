import { EditorView } from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { eventCategoryDescriptionLimit } from '#domain/event-category/limits.ts';
import { type EventCategoryView, eventCategoryBody } from '#domain/event-category/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { OlderForm } from '../../components/form/older-form.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/layout/error-notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { businessAreasOptions } from '../business-area/shared/queries.ts';
import { CodePane } from '../editor/shared/code-pane.tsx';
import { LeaveDialog } from '../editor/shared/leave-dialog.tsx';
import { useLeaveGuard } from '../editor/shared/use-leave-guard.ts';
import { Compatibility } from './compatibility.tsx';
import { EventFields } from './event-fields.tsx';
import { ProblemList } from './problem-list.tsx';
import { saveCommand } from './queries.ts';
import { useCheck } from './use-check.ts';
import { useDocument, useMarks } from './use-document.ts';

const list = '/events/manage';

/** Adds a category or changes the given one, by a form and by its JSON: both are the same document. */
export const CategoryEditorForm = ({ category }: Readonly<{ category?: EventCategoryView }>) => {
  const t = useLazyTexts('event-categories');
  const [, navigate] = useLocation();
  const areas = useQuery(businessAreasOptions);
  const command = useCommand(saveCommand);
  const form = useZodForm(eventCategoryBody, {
    id: category?.id ?? 0,
    name: category?.name ?? '',
    description: category?.description ?? '',
    type: category?.type ?? '',
    businessArea: category?.businessArea ?? 0,
    events: category?.events ?? [],
  });
  const older = useOlderForm(category?.basedOn);
  const { view, first, text, read, isDirty, onUpdate } = useDocument(form);
  const check = useCheck(text, read, category?.basedOn);
  const problems = read.problems.length > 0 ? read.problems : check.problems;
  useMarks(view, text, problems);
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const guard = useLeaveGuard(isDirty && !isSaved);
  // After the guard has let go.
  useEffect(() => {
    if (isSaved) navigate(list);
  }, [isSaved, navigate]);

  const isSending = command.state === 'sending';
  const isReady = isDirty && read.document !== undefined && problems.length === 0 && check.isSettled && !isSending;
  const { comparison } = check;
  const broken = comparison ? comparison.readers.breaking + comparison.writers.breaking : 0;

  const save = async () => {
    const { document } = read;
    setAsking(false);
    if (!document) return;
    const saved = await command.run({ body: older.stamped(document) }, { form, show: older.showOf(document) });
    if (saved) setSaved(true);
  };
  const submit = () => {
    if (!isReady) return;
    if (broken > 0) setAsking(true);
    else void save();
  };
  const go = (offset: number) => {
    const editor = view.current;
    editor?.dispatch({ selection: { anchor: offset }, effects: EditorView.scrollIntoView(offset, { y: 'center' }) });
    editor?.focus();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid gap-5"
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <fieldset disabled={isSending} className="grid min-w-0 content-start gap-5">
          <TextField
            control={form.control}
            name="name"
            label={t('event-categories.name')}
            autoComplete="off"
            required
          />
          <SelectField
            control={form.control}
            name="businessArea"
            label={t('event-categories.business-area')}
            options={(areas.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
          <TextField
            control={form.control}
            name="type"
            label={t('event-categories.type')}
            help={t('event-categories.type-help')}
            autoComplete="off"
          />
          <TextAreaField
            control={form.control}
            name="description"
            label={t('event-categories.description')}
            maximum={eventCategoryDescriptionLimit}
            rows={3}
            required
          />
          <EventFields form={form} onSave={submit} />
        </fieldset>
        <section aria-label={t('event-categories.json')} className="grid min-w-0 content-start gap-3">
          <h2 className="font-semibold text-sm">{t('event-categories.json')}</h2>
          <div className="h-[32rem] overflow-hidden rounded-card border border-border">
            <CodePane
              text={first}
              label={t('event-categories.json')}
              isReadOnly={false}
              view={view}
              onUpdate={onUpdate}
              onSave={submit}
            />
          </div>
          {problems.length > 0 && <ProblemList text={text} problems={problems} onGo={go} />}
        </section>
      </div>
      <section aria-label={t('event-categories.compatibility')} aria-busy={!check.isSettled} className="grid gap-3">
        <h2 className="font-semibold text-sm">{t('event-categories.compatibility')}</h2>
        {check.failure !== undefined && <ErrorNotice error={check.failure} onRetry={check.retry} />}
        {problems.length > 0 || !comparison ? (
          <p className="text-muted text-table">{t('event-categories.when-valid')}</p>
        ) : (
          <Compatibility comparison={comparison} />
        )}
      </section>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={() => navigate(list)}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={!isReady}>
          {t('event-categories.save')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('event-categories.breaks-title', { count: broken })}
        text={t('event-categories.breaks-text')}
        action={t('event-categories.breaks-action')}
        isPending={isSending}
        onConfirm={() => void save()}
      />
      <LeaveDialog open={guard.isAsking} onStay={guard.stay} onLeave={() => void guard.leave()} />
      <OlderForm
        older={older}
        form={form}
        fields={{
          name: { label: t('event-categories.name') },
          description: { label: t('event-categories.description') },
          type: { label: t('event-categories.type') },
          businessArea: {
            label: t('event-categories.business-area'),
            text: (value) => areas.data?.find(({ id }) => id === value)?.name ?? `#${value}`,
          },
          events: {
            label: t('event-categories.events'),
            text: (value) => JSON.stringify(value, null, 1),
          },
        }}
        save={() => void save()}
      />
    </form>
  );
};
