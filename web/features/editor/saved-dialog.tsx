import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { CodeType } from '#domain/code-generation/language.ts';
import { useUser } from '../../api/session.tsx';
import { focusFirstStep, type NextStep, NextSteps } from '../../components/layout/next-steps.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '../../components/ui/dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { apiDetailOptions, publishedAddress } from '../api/shared/queries.ts';
import { CodeDialogs } from '../code-generation/shared/code-dialogs.tsx';

type Props = Readonly<{ apiId: number; revision: number; open: boolean; onClose: () => void }>;

const Saved = ({ apiId, revision, open, onClose }: Props) => {
  const t = useLazyTexts('onboarding');
  const { organizationName } = useUser();
  const { data: api, isPending } = useQuery(apiDetailOptions(apiId));
  const [code, setCode] = useState<CodeType>();
  const generate = () => {
    onClose();
    setCode('client');
  };
  const steps: NextStep[] = [
    ...(api ? [{ destination: 'code', onSelect: generate } as const] : []),
    ...(api?.may.deploy ? [{ destination: 'deploy', href: `/api-deploy/${apiId}`, onSelect: onClose } as const] : []),
    { destination: 'continue-edit', onSelect: onClose },
    { destination: 'wall', href: publishedAddress(apiId), onSelect: onClose },
  ];
  return (
    <>
      <Dialog open={open && !isPending} onOpenChange={(next) => !next && onClose()}>
        <DialogContent className="max-w-[550px] gap-5 sm:p-6" onOpenAutoFocus={focusFirstStep}>
          <div className="grid gap-1.5">
            <DialogTitle className="text-lg tracking-[-0.01em]">{t('editor.saved-title', { revision })}</DialogTitle>
            <DialogDescription>{t('onboarding.title')}</DialogDescription>
          </div>
          <NextSteps steps={steps} organization={organizationName} />
        </DialogContent>
      </Dialog>
      {api && <CodeDialogs api={api} open={code} onClose={() => setCode(undefined)} />}
    </>
  );
};

/** Shown after saving. Offers to generate code, to deploy, to continue editing, or to go to the gallery. */
export const SavedDialog = (props: Props) => (
  <Suspense>
    <Saved {...props} />
  </Suspense>
);
