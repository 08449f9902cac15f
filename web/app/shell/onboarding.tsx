import { matchRoute, useRouter, useSearchParams } from 'wouter';
import type { UserDetail } from '#domain/user/schema.ts';
import { OnboardingWizard } from '../../features/onboarding/onboarding-wizard.tsx';
import { stageOf, stageParameters } from '../../features/onboarding/stages.ts';
import { routes } from '../routes/routes.ts';

/** The wizard of `?action=…`, over any screen. It offers only screens that exist. */
export const Onboarding = ({ user }: { user: UserDetail }) => {
  const { parser } = useRouter();
  const [search, setSearch] = useSearchParams();
  const stage = stageOf(search);
  if (!stage) return null;

  const canOpen = (href: string): boolean => {
    const [path = ''] = href.split('?');
    const row = routes.find((each) => matchRoute(parser, each.path, path)[0]);
    return row !== undefined && (row.who === 'anyone' || row.who(user));
  };
  const close = () => {
    const left = new URLSearchParams(search);
    for (const name of stageParameters) left.delete(name);
    setSearch(left, { replace: true });
  };
  return <OnboardingWizard stage={stage} user={user} canOpen={canOpen} onClose={close} />;
};
