import { useQuery } from '@tanstack/react-query';
import type { UndoPreview } from '#domain/undo/schema.ts';
import { notice } from '../../../api/notice.ts';
import { readsAudit } from '../../../api/roles.ts';
import { useUser } from '../../../api/session.tsx';
import { useCommand } from '../../../api/use-command.ts';
import { askWhyNot } from '../../../api/why-not.ts';
import { auditEntryView } from '../../../components/layout/audit-entry-view.ts';
import { QueryView } from '../../../components/layout/query-view.tsx';
import { useDock } from '../../../components/layout/use-dock.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../../../components/ui/dialog.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { useFieldWords } from '../../audit/shared/field-words.ts';
import { undoCommand, undoPreviewOptions } from './queries.ts';
import { UndoPlan } from './undo-plan.tsx';

type Props = Readonly<{ id: string; open: boolean; onClose: () => void }>;
type Part = Readonly<{ preview: UndoPreview; onClose: () => void }>;

/** The later entry that stands in the way. Whoever reads the audit opens it. */
const LaterEntry = ({ preview: { by }, onClose }: Part) => {
  const t = useLazyTexts('undo', 'audit');
  const format = useFormat();
  const dock = useDock();
  const user = useUser();
  if (!by) return null;
  const text = [t(`audit.act.${by.act}`), by.user?.name, format.dateTime(by.happenedAt)].filter(Boolean).join(', ');
  return (
    <p className="flex flex-wrap gap-x-2 text-table">
      <span className="text-muted">{t('undo.by')}</span>
      {readsAudit(user) ? (
        <Button
          variant="link"
          className="whitespace-normal text-start text-table"
          onClick={() => {
            onClose();
            dock.push(auditEntryView, by.id);
          }}
        >
          <bdi>{text}</bdi>
        </Button>
      ) : (
        <bdi>{text}</bdi>
      )}
    </p>
  );
};

/** Why nothing can be undone, and what stands in the way. */
const Refused = ({ preview, onClose }: Part) => {
  const t = useLazyTexts('undo');
  const words = useFieldWords();
  const format = useFormat();
  const { reason, stays, fields, why } = preview;
  const uses = [...preview.uses, ...preview.others];
  if (reason === null) return null;
  return (
    <div className="grid gap-2">
      <p role="alert">{t(`undo.reason.${stays ?? reason}`)}</p>
      {fields.length > 0 && (
        <p className="text-muted text-table">{t('undo.fields', { fields: format.list(fields.map(words.label)) })}</p>
      )}
      {uses.length > 0 && (
        <section className="grid gap-1 text-table">
          <h3 className="text-muted">{t('undo.uses')}</h3>
          <ul>
            {uses.map(({ kind, count }) => (
              <li key={kind}>{t(`undo.use.${kind}`, { number: format.number(count) })}</li>
            ))}
          </ul>
        </section>
      )}
      <LaterEntry preview={preview} onClose={onClose} />
      {why && (
        <Button
          variant="link"
          className="justify-self-start text-table"
          onClick={() => {
            onClose();
            askWhyNot({ status: 403, why });
          }}
        >
          {t('common.why-not')}
        </Button>
      )}
    </div>
  );
};

const Content = ({ id, onClose }: Omit<Props, 'open'>) => {
  const t = useLazyTexts('undo');
  const query = useQuery(undoPreviewOptions(id));
  const { run, state } = useCommand(undoCommand);
  const { data } = query;
  const undo = async () => {
    if (!data?.send) return;
    const done = await run(
      { body: { id, send: data.send } },
      // The preview is asked again, and says what stands in the way by now.
      { show: ({ code }) => code.startsWith('undo.') },
    );
    if (!done) return;
    if (done.approvalId !== undefined) notice.success(t('undo.waits'));
    onClose();
  };
  const isRefused = data?.reason != null;
  return (
    <>
      <DialogHead title={t(isRefused ? 'undo.refused' : 'undo.title')} text="" />
      <QueryView query={query} skeleton={<Skeleton className="late h-24 w-full" />}>
        {(preview) =>
          preview.reason === null ? <UndoPlan preview={preview} /> : <Refused preview={preview} onClose={onClose} />
        }
      </QueryView>
      <DialogFooter>
        <DialogClose asChild>
          <Button>{t(isRefused ? 'common.close' : 'undo.leave')}</Button>
        </DialogClose>
        {data?.send && (
          <Button
            variant={data.effects.includes('for-good') ? 'danger' : 'primary'}
            disabled={state === 'sending' || query.isFetching}
            onClick={() => void undo()}
          >
            {t('undo.submit')}
          </Button>
        )}
      </DialogFooter>
    </>
  );
};

/** Shows what undoing an entry would do now, then does it; or says why it can't be done. */
export const UndoDialog = ({ id, open, onClose }: Props) => (
  <Dialog open={open} onOpenChange={(next) => next || onClose()}>
    <DialogContent>
      <Content id={id} onClose={onClose} />
    </DialogContent>
  </Dialog>
);
