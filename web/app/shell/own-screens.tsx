import { lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Switch } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { ErrorNotice } from '../../components/layout/error-notice.tsx';
import { routes } from '../routes/routes.ts';
import type { Screen } from '../routes/screens-of.ts';
import { Waiting } from './waiting.tsx';

const ForbiddenPage = lazy(() => import('./forbidden-page.tsx').then((module) => ({ default: module.ForbiddenPage })));
const NotFoundPage = lazy(() => import('./not-found-page.tsx').then((module) => ({ default: module.NotFoundPage })));
const SignInPage = lazy(() => import('./sign-in-page.tsx').then((module) => ({ default: module.SignInPage })));

/** A screen that only the people of its row's `who` see. The server decides again on every call. */
const Guarded = ({ row: { who, screen: Shown, prepare } }: { row: Screen }) => {
  const { t } = useTranslation();
  const session = useSession();
  const isLoading = session.status === 'loading';
  // The screen and the account are loaded side by side.
  useEffect(() => {
    if (isLoading) prepare();
  }, [isLoading, prepare]);
  if (who === 'anyone') return <Shown />;
  if (session.status === 'loading') return <Waiting />;
  if (session.status === 'failed') {
    return <ErrorNotice error={session.problem} title={t('shell.session-failed-title')} onRetry={session.retry} />;
  }
  if (session.status === 'signed-out') return <SignInPage reason={session.reason} />;
  return who(session.user) ? <Shown /> : <ForbiddenPage who={who} />;
};

/** The router of all screens, with one entry for each row of the table. */
export const OwnScreens = () => (
  <Switch>
    {routes.map((row) => (
      <Route key={row.path} path={row.path}>
        <Guarded row={row} />
      </Route>
    ))}
    <Route component={NotFoundPage} />
  </Switch>
);
