import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { focusFirstStep, NextSteps } from '../../components/layout/next-steps.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '../../components/ui/dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { ProgressSteps } from './progress-steps.tsx';
import { choicesOf, type Stage } from './stages.ts';

type Props = Readonly<{
  stage: Stage;
  user: UserDetail;
  /** Returns whether the screen exists and this user may open it. */
  canOpen: (href: string) => boolean;
  onClose: () => void;
}>;

const useHeading = (stage: Stage, { ownerApps }: UserDetail, api: ApiDetail | undefined): string => {
  const t = useLazyTexts('onboarding');
  if (stage.kind === 'add-api') {
    const application = ownerApps.find(({ id }) => id === stage.applicationId);
    return application
      ? t('onboarding.add-api-to-title', { application: application.name })
      : t('onboarding.add-api-title');
  }
  if (!api) return t('onboarding.title');
  const environment = api.deployments.find(({ id }) => id === stage.deploymentId)?.env;
  return environment
    ? t('onboarding.deployed-to-title', { name: api.name, environment })
    : t('onboarding.deployed-title', { name: api.name });
};

const nothing = { addKey: false };

/** Opens when everything is loaded, so that the focus starts on the first choice. */
const Wizard = ({ stage, user, canOpen, onClose }: Props) => {
  const t = useLazyTexts('onboarding');
  const api = useQuery({
    ...apiDetailOptions(stage.kind === 'add-api' ? 0 : stage.apiId),
    enabled: stage.kind !== 'add-api',
  });
  const title = useHeading(stage, user, api.data);
  if (api.isLoading) return null;
  const choices = (may: typeof nothing) => (
    <NextSteps
      steps={choicesOf(stage, user, may).filter(({ href }) => canOpen(href))}
      organization={user.organizationName}
    />
  );
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-[550px] gap-5 sm:p-6" onOpenAutoFocus={focusFirstStep}>
        <div className="grid gap-1.5">
          <DialogTitle className="text-lg tracking-[-0.01em]">{title}</DialogTitle>
          <DialogDescription>{t(`onboarding.stage-${stage.kind}`)}</DialogDescription>
        </div>
        <ProgressSteps stage={stage} />
        {stage.kind === 'add-api' ? (
          choices(nothing)
        ) : (
          <QueryView query={api} skeleton={null}>
            {({ may }) => choices(may)}
          </QueryView>
        )}
      </DialogContent>
    </Dialog>
  );
};

/** Leads from one step to the next. It is 550 px wide. After closing, the user stays on the page below. */
export const OnboardingWizard = (props: Props) => (
  <Suspense>
    <Wizard {...props} />
  </Suspense>
);
