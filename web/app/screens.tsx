import { lazy, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useSession } from '../api/session.tsx';
import { openScreens } from './routes/public-screens.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { loadedParts, loadParts } from './shell/load-parts.ts';
import { Waiting } from './shell/waiting.tsx';

/** Also for a stranger at the address of such a screen, who has to log in, or at an address that does not exist. */
const OwnScreens = lazy(async () => ({ default: (await loadParts()).OwnScreens }));

/** The router, with one entry for each screen that needs no login. All others are in the table of whoever logs in. */
export const Screens = () => {
  const [location] = useLocation();
  const parts = useSession().status === 'signed-in' ? loadedParts() : undefined;
  return (
    <ErrorBoundary resetKey={location}>
      {parts && <parts.Setup />}
      <Suspense fallback={<Waiting />}>
        <Switch>
          {openScreens.map(({ path, screen: Shown }) => (
            <Route key={path} path={path}>
              <Shown />
            </Route>
          ))}
          <Route>
            <OwnScreens />
          </Route>
        </Switch>
      </Suspense>
      {parts && <parts.FirstSteps />}
    </ErrorBoundary>
  );
};
