import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Switch, useLocation } from 'wouter';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../components/layout/error-notice.tsx';
import type { Route as RouteRow } from '../components/layout/screen.ts';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { FirstSteps } from './first-steps.tsx';
import { routes } from './routes/routes.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';

const ForbiddenPage = lazy(() =>
  import('./shell/forbidden-page.tsx').then((module) => ({ default: module.ForbiddenPage })),
);
const NotFoundPage = lazy(() =>
  import('./shell/not-found-page.tsx').then((module) => ({ default: module.NotFoundPage })),
);
const Setup = lazy(() => import('./setup.tsx').then((module) => ({ default: module.Setup })));
const SignInPage = lazy(() => import('./shell/sign-in-page.tsx').then((module) => ({ default: module.SignInPage })));

const Waiting = () => (
  <div className="mx-auto flex w-full max-w-[1328px] flex-col gap-5 px-4 py-6 sm:px-6" aria-busy>
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-9 w-full max-w-md" />
    <Skeleton className="h-72 w-full" />
  </div>
);

/** A screen that only the people of its row's `who` see. The server decides again on every call. */
const Guarded = ({ row }: { row: RouteRow }) => {
  const { t } = useTranslation();
  const session = useSession();
  const Screen = row.screen;
  if (row.who === 'anyone') return <Screen />;
  if (session.status === 'loading') return <Waiting />;
  if (session.status === 'failed') {
    return <ErrorNotice error={session.problem} title={t('shell.session-failed-title')} onRetry={session.retry} />;
  }
  if (session.status === 'signed-out') return <SignInPage reason={session.reason} />;
  return row.who(session.user) ? <Screen /> : <ForbiddenPage who={row.who} />;
};

/** The router, with one entry for each row of routes.tsx. */
export const Screens = () => {
  const [location] = useLocation();
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense>
        <Setup />
      </Suspense>
      <Suspense fallback={<Waiting />}>
        <Switch>
          {routes.map((row) => (
            <Route key={row.path} path={row.path}>
              <Guarded row={row} />
            </Route>
          ))}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
      <Suspense>
        <FirstSteps />
      </Suspense>
    </ErrorBoundary>
  );
};
