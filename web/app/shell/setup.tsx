import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { isPortalAdmin, readsWholeRecord } from '../../api/roles.ts';
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

const LogAlarm = lazy(() =>
  import('../../features/log-verification/log-alarm.tsx').then((module) => ({ default: module.LogAlarm })),
);

/** Pages where administrators start. */
const places = ['/wall', '/wall/all'];

/**
 * What waits for an administrator, above the gallery: why nobody can log in, what was altered in the log, what the portal could
 * not read, and the first steps of a new one. Auditors see what was altered.
 */
export const Setup = () => {
  const session = useSession();
  const [location] = useLocation();
  if (session.status !== 'signed-in' || !readsWholeRecord(session.user) || !places.includes(location)) return null;
  const isAdministrator = isPortalAdmin(session.user);
  return (
    <Suspense>
      {isAdministrator && <SignInTrouble />}
      <LogAlarm />
      {isAdministrator && (
        <>
          <ParkedStreams />
          <SetupSteps />
        </>
      )}
    </Suspense>
  );
};
