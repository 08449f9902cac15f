import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getSpecVersion } from '#domain/api/document-calls.ts';
import type { ChangedSince } from '#domain/core/older-form.ts';
import { urlOf } from '../../api/client.ts';
import { ChangedBy } from '../../components/form/changed-by.tsx';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';

type Props = Readonly<{
  apiId: number;
  /** What somebody else saved. Undefined if nobody did. */
  theirs: ChangedSince | undefined;
  mine: number | undefined;
  onClose: () => void;
  onSave: () => void;
}>;

/** Returns the version that somebody else saved. */
export const revisionOf = ({ changes }: ChangedSince): number => Number(changes[0]?.to);

/**
 * Shown if somebody else saved in the meantime. Nothing is lost either way. The user decides which text becomes
 * current.
 */
export const ConflictDialog = ({ apiId, theirs, mine, onClose, onSave }: Props) => {
  const { t } = useTranslation();
  /** Kept while the dialog fades. */
  const [last, setLast] = useState(theirs);
  if (theirs !== undefined && theirs !== last) setLast(theirs);
  const revision = last ? revisionOf(last) : 0;
  return (
    <AlertDialog open={theirs !== undefined} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent className="max-w-[450px]">
        <div className="grid gap-1.5">
          <AlertDialogTitle>{t('editor.conflict-title', { revision })}</AlertDialogTitle>
          <AlertDialogDescription>{t('editor.conflict-text', { mine: mine ?? 0 })}</AlertDialogDescription>
          {last && <ChangedBy changed={last} />}
        </div>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button>{t('editor.keep-editing')}</Button>
          </AlertDialogCancel>
          <Button asChild>
            <a href={urlOf(getSpecVersion, { parameters: { id: apiId, revision } })} download>
              {t('editor.conflict-theirs')}
            </a>
          </Button>
          <Button variant="primary" onClick={onSave}>
            {t('editor.conflict-save')}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
};
