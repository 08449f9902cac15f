import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { UserDetail } from '#domain/user/schema.ts';
import { termsVersion } from '#domain/user/terms.ts';
import { useSession } from '../../api/session.tsx';

const TermsGate = lazy(() =>
  import('../../features/public/terms-gate.tsx').then((module) => ({ default: module.TermsGate })),
);
const WelcomeDialog = lazy(() =>
  import('../../features/user/welcome-dialog.tsx').then((module) => ({ default: module.WelcomeDialog })),
);
const Onboarding = lazy(() => import('./onboarding.tsx').then((module) => ({ default: module.Onboarding })));

/** The state when the page was opened decides. The dialogs stay open while they change that state. */
const Asked = ({ user }: { user: UserDetail }) => {
  const [asksTerms] = useState(user.termsAccepted !== termsVersion);
  const [isNew] = useState(user.firstlogin);
  const [search] = useSearchParams();
  if (asksTerms) return <TermsGate user={user} />;
  return (
    <>
      {isNew && <WelcomeDialog user={user} />}
      <Suspense>{search.has('action') && <Onboarding user={user} />}</Suspense>
    </>
  );
};

/**
 * The questions before anything else: the terms until they are accepted, the dialog of the first login, the next step.
 */
export const FirstSteps = () => {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <Suspense>
      <Asked key={session.user.id} user={session.user} />
    </Suspense>
  );
};
