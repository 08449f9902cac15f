import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ProblemError } from '../api/problem-error.ts';
import { DialogForm, FormDialog } from '../components/form/form-dialog.tsx';
import { ChangeList } from '../components/layout/change-list.tsx';
import { ConfirmDialog } from '../components/layout/confirm-dialog.tsx';
import { DescriptionList } from '../components/layout/description-list.tsx';
import { DockPanel } from '../components/layout/dock-panel.tsx';
import { Empty } from '../components/layout/empty.tsx';
import { ErrorNotice } from '../components/layout/error-notice.tsx';
import { FirstFew } from '../components/layout/first-few.tsx';
import { GoneDialog } from '../components/layout/gone-dialog.tsx';
import { NextSteps } from '../components/layout/next-steps.tsx';
import { Page } from '../components/layout/page.tsx';
import { QueryView } from '../components/layout/query-view.tsx';
import { Button } from '../components/ui/button.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { UndoPlan } from '../features/undo/shared/undo-plan.tsx';
import { Sample } from './sample.tsx';
import { Toggled } from './toggled.tsx';

const longText = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n');

const failed = new ProblemError(503, 'unavailable', { correlationId: '01J-SAMPLE' });

// What the dialog says that undoes a change.
const undoing = {
  does: 'fields',
  changes: [
    { field: 'name', from: 'Orders', to: 'Order entry' },
    { field: 'description', from: null, to: 'Takes orders of shops' },
  ],
  effects: ['gateway', 'two-people'],
  kept: 2,
} as const satisfies ComponentProps<typeof UndoPlan>['preview'];

export const LayoutSamples = () => {
  const query = useQuery({ queryKey: ['sample-text'], queryFn: () => 'What was loaded' });
  return (
    <>
      <Sample name="page">
        <Page title="A screen" description="What it is for." actions={<Button>Add</Button>}>
          <QueryView query={query} skeleton={<Skeleton className="h-6" />}>
            {(text) => <p>{text}</p>}
          </QueryView>
        </Page>
      </Sample>
      <Sample name="empty, error-notice">
        <Empty icon={KeyRound} title="No keys yet" text="Add one to call the API." action={<Button>Add key</Button>} />
        <ErrorNotice error={failed} onRetry={() => {}} />
      </Sample>
      <Sample name="first-few">
        <FirstFew
          things={[1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: `Request ${id}`, details: ['Partner', 'until May'] }))}
          more={(count) => `${count} more`}
        />
      </Sample>
      <Sample name="features/undo: undo-plan">
        <UndoPlan preview={undoing} />
      </Sample>
      <Sample name="description-list, next-steps">
        <DescriptionList
          entries={[
            ['Version', '1.4.0'],
            ['Organization', 'Portico Labs'],
          ]}
        />
        <NextSteps
          organization="Portico Labs"
          steps={[
            { destination: 'upload', href: '#' },
            { destination: 'deploy', onSelect: () => {} },
          ]}
        />
      </Sample>
      <Sample name="change-list">
        <ChangeList
          entries={[
            {
              id: '1',
              title: 'Changed',
              by: 'Ada Ross',
              second: 'Portico Labs',
              at: '2026-11-02T09:30:00Z',
              changes: [{ label: 'Name', from: 'Till', to: 'Checkout' }],
            },
            { id: '2', title: 'Added', by: 'Ada Ross', at: '2026-11-01T09:30:00Z', changes: [] },
          ]}
        />
      </Sample>
      <Sample name="dock-panel">
        <div className="h-72 w-96 border border-border">
          <DockPanel title="Orders API" subtitle="Portico Labs" footer={<Button variant="primary">Save</Button>}>
            <p className="p-4">What the panel shows.</p>
          </DockPanel>
        </div>
      </Sample>
      <Sample name="dialogs longer than the window">
        <Toggled word="Long form">
          {(open, setOpen) => (
            <FormDialog open={open} onClose={() => setOpen(false)} title="A long form" text="Its buttons stay in view.">
              <DialogForm onSubmit={(event) => event.preventDefault()} action="Save" isLocked={false}>
                <p className="whitespace-pre-line">{longText}</p>
              </DialogForm>
            </FormDialog>
          )}
        </Toggled>
        <Toggled word="Long question">
          {(open, setOpen) => (
            <ConfirmDialog
              open={open}
              onOpenChange={setOpen}
              title="Delete all of it?"
              text={<p className="whitespace-pre-line">{longText}</p>}
              action="Delete it"
              onConfirm={() => setOpen(false)}
            />
          )}
        </Toggled>
      </Sample>
      <Sample name="gone-dialog">
        <Toggled word="Gone">
          {(open, setOpen) =>
            open && (
              <GoneDialog
                title="There is no such request"
                text="Somebody else has decided it."
                error={undefined}
                onClose={() => setOpen(false)}
              />
            )
          }
        </Toggled>
      </Sample>
      <Sample name="confirm-dialog">
        <Toggled word="Confirm">
          {(open, setOpen) => (
            <ConfirmDialog
              open={open}
              onOpenChange={setOpen}
              title="Delete Orders API?"
              text="This can't be undone."
              action="Delete API"
              expected="confirm"
              onConfirm={() => setOpen(false)}
            />
          )}
        </Toggled>
      </Sample>
    </>
  );
};
