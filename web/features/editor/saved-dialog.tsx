import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodeType, codeTypes } from '#domain/code-generation/language.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#web/components/ui/dialog.tsx';
import { apiDetailOptions } from '#web/features/apis/queries.ts';

const GenerateCodeDialog = lazy(() =>
  import('#web/components/code-generation/generate-code-dialog.tsx').then((module) => ({
    default: module.GenerateCodeDialog,
  })),
);

type Props = Readonly<{ apiId: number; revision: number; open: boolean; onClose: () => void }>;

/** After saving: code from what was saved (specification 1, section 2). */
export const SavedDialog = ({ apiId, revision, open, onClose }: Props) => {
  const { t } = useTranslation();
  const api = useQuery(apiDetailOptions(apiId));
  const [type, setType] = useState<CodeType>();
  return (
    <>
      <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
        <DialogContent className="max-w-[450px]">
          <div className="grid gap-1">
            <DialogTitle>{t('editor.saved-title', { revision })}</DialogTitle>
            <DialogDescription>{t('editor.saved-text')}</DialogDescription>
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('editor.keep-editing')}</Button>
            {codeTypes.map((choice) => (
              <Button
                key={choice}
                disabled={!api.data}
                onClick={() => {
                  onClose();
                  setType(choice);
                }}
              >
                {t(`codegen.type-${choice}`)}
              </Button>
            ))}
          </div>
        </DialogContent>
      </Dialog>
      {api.data && type && (
        <Suspense>
          <GenerateCodeDialog api={api.data} type={type} open onOpenChange={() => setType(undefined)} />
        </Suspense>
      )}
    </>
  );
};
