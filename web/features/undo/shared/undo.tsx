import { useEffect, useState } from 'react';
import { onUndo } from '../../../api/undo.ts';
import { lateDialog } from '../../../components/ui/late-dialog.tsx';

const Dialog = lateDialog(async () => (await import('./undo-dialog.tsx')).UndoDialog);

/** The dialog that undoes an entry of a history, over whatever is open. It comes when it is asked for. */
export const Undo = () => {
  const [asked, setAsked] = useState<Readonly<{ id: string; open: boolean }>>({ id: '', open: false });
  useEffect(() => onUndo((id) => setAsked({ id, open: true })), []);
  return <Dialog {...asked} onClose={() => setAsked(({ id }) => ({ id, open: false }))} />;
};
