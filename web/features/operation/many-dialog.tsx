import type { ReactNode } from 'react';
import { cancelBody, type OperationRow, replayBody } from '#domain/operation/schema.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ManyOutcome } from './many-outcome.tsx';
import { ReplayReason } from './replay-reason.tsx';
import { type Many, type Send, useMany } from './use-many.ts';

type Rows = readonly OperationRow[];

type DryRunProps = Readonly<{
  title: string;
  /** Those that something would be done to. */
  going: Rows;
  /** Shown while it is not all known. */
  progress?: ReactNode;
  children: ReactNode;
}>;

/** What would change now, a line for each kind, and how many of them are in PROD. */
export const DryRun = ({ title, going, progress, children }: DryRunProps) => {
  const prod = going.filter(({ environment }) => environment === 'PROD').length;
  return (
    <section aria-label={title} className="grid gap-2 text-table">
      <h3 className="font-semibold text-sm">{title}</h3>
      {progress}
      <ul aria-live="polite" className="grid gap-1">
        {children}
        {prod > 0 && (
          <li className="flex items-center gap-2 font-medium">
            <EnvironmentTag environment="PROD" /> {prod}
          </li>
        )}
      </ul>
    </section>
  );
};

const doings = {
  replay: { title: 'desk.replay-many', body: replayBody, text: 'desk.many-text', leave: 'common.cancel' },
  cancel: { title: 'desk.cancel-many', body: cancelBody, text: 'desk.cancel-text', leave: 'operations.cancel.leave' },
} as const;

type Doing = Readonly<{ doing: keyof typeof doings }>;

type DecidingProps = Doing &
  Readonly<{
    /** Those that are sent. Others that were chosen stay as they are. */
    going: Rows;
    /** The ids of those for which a second person is asked. */
    together?: readonly string[];
    send: Send;
    /** The dry run. */
    children: ReactNode;
  }>;

const Asking = ({ doing, going, together, many, children }: DecidingProps & Readonly<{ many: Many }>) => {
  const t = useLazyTexts('desk', 'operations');
  const form = useZodForm(doings[doing].body, { reason: '' }, 'onSubmit');
  const ids = going.map(({ id }) => id);
  const submit = form.handleSubmit(({ reason }) => many.run(ids, reason, together));
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(doings[doing].title, { number: going.length })}
      leave={t(doings[doing].leave)}
      isLocked={going.length === 0}
    >
      {children}
      <ReplayReason control={form.control} />
    </DialogForm>
  );
};

/** Asks for one reason beside the dry run, then shows how far it is. */
export const DecideMany = (props: DecidingProps) => {
  const many = useMany(props.send);
  if (many.progress.state === 'asking') return <Asking {...props} many={many} />;
  return <ManyOutcome operations={props.going} many={many} doing={props.doing} />;
};

export type ManyDialogProps = Readonly<{
  /** What was chosen when it opened: the list behind it changes while it runs. Undefined: it is closed. */
  operations: Rows | undefined;
  onClose: () => void;
}>;

/** The frame of a decision about many operations: each is done by itself, until all are done or somebody stops. */
export const ManyDialog = ({
  operations,
  onClose,
  doing,
  children,
}: ManyDialogProps & Doing & Readonly<{ children: (operations: Rows) => ReactNode }>) => {
  const t = useLazyTexts('desk');
  return (
    <FormDialog
      open={operations !== undefined}
      onClose={onClose}
      title={t(doings[doing].title, { number: operations?.length ?? 0 })}
      text={t(doings[doing].text)}
    >
      {operations && children(operations)}
    </FormDialog>
  );
};
