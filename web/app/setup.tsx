import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { isPortalAdmin } from '../api/roles.ts';
import { useSession } from '../api/session.tsx';

const SetupSteps = lazy(() =>
  import('../features/setup/setup-steps.tsx').then((module) => ({ default: module.SetupSteps })),
);

/** Pages where administrators start. */
const places = ['/wall', '/wall/all'];

/** The first steps of a new installation, shown above the gallery to administrators. */
export const Setup = () => {
  const session = useSession();
  const [location] = useLocation();
  if (session.status !== 'signed-in' || !isPortalAdmin(session.user) || !places.includes(location)) return null;
  return (
    <Suspense>
      <SetupSteps />
    </Suspense>
  );
};
