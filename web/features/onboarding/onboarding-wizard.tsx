import { useQuery } from '@tanstack/react-query';
import { ArrowRight, FilePenLine, KeyRound, Layers, LayoutGrid, Rocket, Search, Upload, UserPlus } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { Link } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { QueryView } from '#web/components/query-view.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#web/components/ui/dialog.tsx';
import { useLazyTexts } from '#web/i18n/lazy-texts.ts';
import { apiDetailOptions } from '../apis/queries.ts';
import { ProgressSteps } from './progress-steps.tsx';
import { type Choice, choicesOf, type Destination, type Stage } from './stages.ts';

const icons: Record<Destination, ComponentType<{ className?: string }>> = {
  upload: Upload,
  create: FilePenLine,
  apps: Layers,
  'continue-edit': FilePenLine,
  deploy: Rocket,
  'add-key': KeyRound,
  'create-consumer': UserPlus,
  details: Search,
  wall: LayoutGrid,
};

type Props = Readonly<{
  stage: Stage;
  user: UserDetail;
  /** Whether there is such a screen, and this user may open it. */
  canOpen: (href: string) => boolean;
  onClose: () => void;
}>;

const Choices = ({ choices, user }: { choices: readonly Choice[]; user: UserDetail }) => {
  const t = useLazyTexts('onboarding');
  return (
    <ul className="flex flex-col gap-2">
      {choices.map(({ destination, href }) => {
        const Icon = icons[destination];
        return (
          <li key={destination}>
            <Link
              href={href}
              className="flex items-center gap-3 rounded-card border border-border px-3 py-3 transition-colors hover:border-accent hover:bg-accent-soft"
            >
              <Icon className="size-4 shrink-0 text-accent-text" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(`onboarding.go-${destination}`)}</span>
                <span className="block text-pretty text-muted text-xs">
                  {t(`onboarding.go-${destination}-text`, { organization: user.organizationName })}
                </span>
              </span>
              <ArrowRight className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

const useTitle = (stage: Stage, { ownerApps }: UserDetail, api: ApiDetail | undefined): string => {
  const t = useLazyTexts('onboarding');
  if (stage.kind === 'add-api') {
    const application = ownerApps.find(({ id }) => id === stage.applicationId);
    return application
      ? t('onboarding.add-api-to-title', { application: application.name })
      : t('onboarding.add-api-title');
  }
  if (!api) return t('onboarding.title');
  if (stage.kind === 'spec-saved') return t('onboarding.spec-saved-title', { name: api.name });
  const environment = api.deployments.find(({ id }) => id === stage.deploymentId)?.env;
  return environment
    ? t('onboarding.deployed-to-title', { name: api.name, environment })
    : t('onboarding.deployed-title', { name: api.name });
};

const nothing = { addKey: false, deploy: false };

/** Radix passes links over, and would begin at the button that closes. */
const focusFirstChoice = (event: Event): void => {
  const choice = event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelector('a') : null;
  if (!choice) return;
  event.preventDefault();
  choice.focus();
};

/** Opens when all of it is known, so that the focus begins on the first choice. */
const Wizard = ({ stage, user, canOpen, onClose }: Props) => {
  const t = useLazyTexts('onboarding');
  const api = useQuery({
    ...apiDetailOptions(stage.kind === 'add-api' ? 0 : stage.apiId),
    enabled: stage.kind !== 'add-api',
  });
  const title = useTitle(stage, user, api.data);
  if (api.isLoading) return null;
  const choices = (may: typeof nothing) => (
    <Choices choices={choicesOf(stage, user, may).filter(({ href }) => canOpen(href))} user={user} />
  );
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-[550px] gap-5 sm:p-6" onOpenAutoFocus={focusFirstChoice}>
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

/** Leads from one step to the next: 550 px wide (specification 1, section 9). Closing it stays where it lies over. */
export const OnboardingWizard = (props: Props) => (
  <Suspense>
    <Wizard {...props} />
  </Suspense>
);
