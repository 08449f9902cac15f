import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { isPortalAdmin } from '../../api/roles.ts';
import { useSession } from '../../api/session.tsx';

const SetupSteps = lazy(() =>
  import('../../features/setup/setup-steps.tsx').then((module) => ({ default: module.SetupSteps })),
);

const SignInTrouble = lazy(() =>
  import('../../features/setup/sign-in-trouble.tsx').then((module) => ({ default: module.SignInTrouble })),
);

const ParkedStreams = lazy(() =>
  import('../../features/parked-stream/parked-streams.tsx').then((module) => ({ default: module.ParkedStreams })),
);

/** Pages where administrators start. */
const places = ['/wall', '/wall/all'];

/**
 * What waits for an administrator, above the gallery: why nobody can log in, what the portal could not read, and the first
 * steps of a new one.
 */
export const Setup = () => {
  const session = useSession();
  const [location] = useLocation();
  if (session.status !== 'signed-in' || !isPortalAdmin(session.user) || !places.includes(location)) return null;
  return (
    <Suspense>
      <SignInTrouble />
      <ParkedStreams />
      <SetupSteps />
    </Suspense>
  );
};
