import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { UserDetail } from '#domain/user/schema.ts';
import { termsVersion } from '#domain/user/terms.ts';
import { useSession } from '../api/session.tsx';

const TermsGate = lazy(() =>
  import('../features/public/terms-gate.tsx').then((module) => ({ default: module.TermsGate })),
);
const WelcomeDialog = lazy(() =>
  import('../features/user/welcome-dialog.tsx').then((module) => ({ default: module.WelcomeDialog })),
);
const Onboarding = lazy(() => import('./onboarding.tsx').then((module) => ({ default: module.Onboarding })));

/** What was true when the page was opened decides: the dialogs stay through the change that they make. */
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

/** What a user is asked or told before the rest: the terms while they are not accepted, the first-login dialog, the next step. */
export const FirstSteps = () => {
  const session = useSession();
  return session.status === 'signed-in' ? <Asked key={session.user.id} user={session.user} /> : null;
};
