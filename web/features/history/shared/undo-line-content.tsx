import { Undo2 } from 'lucide-react';
import type * as z from 'zod/mini';
import type { undoFields } from '#domain/core/undo-fields.ts';
import { readsAudit } from '../../../api/roles.ts';
import { useUser } from '../../../api/session.tsx';
import { askUndo } from '../../../api/undo.ts';
import { auditEntryView } from '../../../components/layout/audit-entry-view.ts';
import { useDock } from '../../../components/layout/use-dock.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

type Entry = Readonly<{ id: string }> & {
  readonly [Name in keyof typeof undoFields]: z.output<(typeof undoFields)[Name]>;
};

/** @property tellsNever whether it says why an entry can never be undone. Default: false. */
export type UndoLineProps = Readonly<{ entry: Entry; tellsNever?: boolean }>;

/** Another entry. Whoever reads the audit opens it. */
const Other = ({ id, text }: Readonly<{ id: string; text: string }>) => {
  const dock = useDock();
  const user = useUser();
  if (!readsAudit(user)) return <span className="text-muted">{text}</span>;
  return (
    <Button variant="link" className="text-xs" onClick={() => dock.push(auditEntryView, id)}>
      {text}
    </Button>
  );
};

/** What took an entry back, what it took back, and the way to take it back. */
export const UndoLineContent = ({ entry: { id, undoes, undoneBy, never }, tellsNever = false }: UndoLineProps) => {
  const t = useLazyTexts('undo');
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      {undoes && <Other id={undoes} text={t('undo.undoes')} />}
      {undoneBy && <Other id={undoneBy} text={t('undo.undone')} />}
      {never && tellsNever && (
        <span className="text-muted">
          {t('undo.refused')}: {t(`undo.reason.${never}`)}
        </span>
      )}
      {never === null && undoneBy === null && (
        <Button variant="link" className="text-xs" onClick={() => askUndo(id)}>
          <Undo2 className="size-3.5" />
          {t('undo.action')}
        </Button>
      )}
    </p>
  );
};
