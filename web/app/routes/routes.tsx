import {
  BookOpen,
  ChartNoAxesColumn,
  Compass,
  Gauge,
  Inbox,
  LayoutGrid,
  Library,
  Settings,
  ShieldCheck,
  Upload,
  Workflow,
  Wrench,
} from 'lucide-react';
import { lazy } from 'react';
import { distinctPaths } from '#domain/core/distinct.ts';
import {
  anyUser,
  hasAnyRole,
  isAdmin,
  isCompanyAdmin,
  isPortalAdmin,
  isSupport,
  mayPublish,
  mayUseTools,
  readsRecords,
  withRole,
} from '../../api/roles.ts';
import type { Icon, Route } from '../../components/layout/screen.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { features } from './features.ts';

const accessControl = lazy(() =>
  import('../../features/access/access-control.tsx').then((module) => ({ default: module.AccessControl })),
);
const waitingCount = lazy(() =>
  import('../../features/access/waiting-count.tsx').then((module) => ({ default: module.WaitingCount })),
);
const landing = lazy(() => import('../../features/public/landing.tsx').then((module) => ({ default: module.Landing })));
const guide = lazy(() => import('../../features/public/features.tsx').then((module) => ({ default: module.Features })));
const terms = lazy(() => import('../../features/public/terms.tsx').then((module) => ({ default: module.Terms })));
const profile = lazy(() => import('../../features/user/profile.tsx').then((module) => ({ default: module.Profile })));
const editProfile = lazy(() =>
  import('../../features/user/edit-profile.tsx').then((module) => ({ default: module.EditProfile })),
);
const changePassword = lazy(() =>
  import('../../features/user/change-password.tsx').then((module) => ({ default: module.ChangePassword })),
);
const faq = lazy(() => import('../../features/help/faq.tsx').then((module) => ({ default: module.Faq })));
const issues = lazy(() =>
  import('../../features/issue/issue-list.tsx').then((module) => ({ default: module.IssueList })),
);
const about = lazy(() => import('../../features/about/about.tsx').then((module) => ({ default: module.About })));
const gallery = lazy(() => import('../../features/api/gallery.tsx').then((module) => ({ default: module.MyGallery })));
const allApis = lazy(() => import('../../features/api/gallery.tsx').then((module) => ({ default: module.AllGallery })));
const deploy = lazy(() =>
  import('../../features/deployment/deploy.tsx').then((module) => ({ default: module.Deploy })),
);
const history = lazy(() =>
  import('../../features/history/history.tsx').then((module) => ({ default: module.History })),
);
const notices = lazy(() =>
  import('../../features/notice/notice-list.tsx').then((module) => ({ default: module.NoticeList })),
);
const ownRequests = lazy(() =>
  import('../../features/notice/own-requests.tsx').then((module) => ({ default: module.OwnRequests })),
);
const operations = lazy(() =>
  import('../../features/operation/operation-list.tsx').then((module) => ({ default: module.OperationList })),
);
const overview = lazy(() =>
  import('../../features/overview/overview.tsx').then((module) => ({ default: module.Overview })),
);
const requests = lazy(() =>
  import('../../features/request/requests.tsx').then((module) => ({ default: module.Requests })),
);
const authCallback = lazy(() =>
  import('../../features/session/auth-callback.tsx').then((module) => ({ default: module.AuthCallback })),
);
const loggedOut = lazy(() =>
  import('../../features/session/logged-out.tsx').then((module) => ({ default: module.LoggedOut })),
);
const settings = lazy(() =>
  import('../../features/settings/settings.tsx').then((module) => ({ default: module.Settings })),
);
const swaggerPage = lazy(() =>
  import('../../features/documentation/swagger-page.tsx').then((module) => ({ default: module.SwaggerPage })),
);
const upload = lazy(() => import('../../features/api/upload.tsx').then((module) => ({ default: module.Upload })));

const tools = lazy(() => import('../../features/editor/tools.tsx').then((module) => ({ default: module.Tools })));
const specEditor = lazy(() =>
  import('../../features/editor/spec-editor.tsx').then((module) => ({ default: module.SpecEditor })),
);

/**
 * Every screen of the product. Router, menus, titles and guards read this table. Nothing is registered anywhere else.
 * docs/product/shell.md says which role has which menu.
 */
export const routes: readonly Route[] = distinctPaths<Route>(
  [
    { path: '/', screen: landing, titleKey: 'public.landing-title', who: 'anyone' },
    { path: '/about', screen: about, titleKey: 'shell.nav-about', who: 'anyone' },
    { path: '/auth-callback', screen: authCallback, titleKey: 'session.callback-title', who: 'anyone' },
    { path: '/logout', screen: loggedOut, titleKey: 'session.logged-out-title', who: 'anyone' },
    { path: '/features', screen: guide, titleKey: 'public.features-title', who: 'anyone' },
    { path: '/terms', screen: terms, titleKey: 'public.terms-title', who: 'anyone' },
    { path: '/user-profile', screen: profile, titleKey: 'account.profile-title', who: anyUser },
    { path: '/edit-profile', screen: editProfile, titleKey: 'account.edit-title', who: anyUser },
    { path: '/change-password', screen: changePassword, titleKey: 'account.password-title', who: anyUser },
    { path: '/notices', screen: notices, titleKey: 'shell.notices', who: anyUser },
    { path: '/my-requests', screen: ownRequests, titleKey: 'shell.my-requests', who: anyUser },
    { path: '/help/faq', screen: faq, titleKey: 'help.title', who: anyUser },
    {
      path: '/wall',
      screen: gallery,
      titleKey: 'apis.gallery-my-title',
      who: anyUser,
      top: { label: 'shell.nav-gallery', icon: LayoutGrid, who: hasAnyRole },
      side: { group: 'api', label: 'shell.nav-my-apis', icon: LayoutGrid, who: isAdmin },
    },
    {
      path: '/wall/all',
      screen: allApis,
      titleKey: 'apis.gallery-title',
      who: anyUser,
      side: { group: 'api', label: 'shell.nav-all-apis', icon: Library, who: isAdmin },
    },
    {
      path: '/api-upload',
      screen: upload,
      titleKey: 'upload.title',
      who: mayPublish,
      side: { group: 'api', label: 'shell.nav-upload', icon: Upload, who: isAdmin },
    },
    // Before the tools, as in the top menu.
    ...features.flatMap((feature) => feature.routes),
    {
      path: '/tools',
      screen: tools,
      titleKey: 'tools.title',
      who: mayUseTools,
      top: {
        label: 'shell.nav-tools',
        icon: Wrench,
        who: (user) => isAdmin(user) || (withRole('ROLE_COMPANY_USER')(user) && !isCompanyAdmin(user)),
      },
      side: { group: 'miscellaneous', label: 'shell.nav-tools', icon: Wrench, who: isPortalAdmin },
    },
    { path: '/tools/editor', screen: specEditor, titleKey: 'tools.editor', who: mayUseTools },
    { path: '/swagger-page/:id', screen: swaggerPage, titleKey: 'documentation.title', who: anyUser },
    { path: '/api-history/:id', screen: history, titleKey: 'apis.history', who: anyUser },
    { path: '/api-deploy/:id', screen: deploy, titleKey: 'deployments.title', who: mayPublish },
    { path: '/api-deploy/:id/:name/:env', screen: deploy, titleKey: 'deployments.title', who: mayPublish },
    {
      path: '/api-access-control',
      screen: accessControl,
      titleKey: 'access.title',
      who: readsRecords,
      side: { group: 'portal', label: 'access.title', icon: ShieldCheck, who: readsRecords, count: waitingCount },
    },
    {
      path: '/settings',
      screen: settings,
      titleKey: 'settings.title',
      who: anyUser,
      side: { group: 'portal', label: 'shell.settings', icon: Settings, who: isPortalAdmin },
    },
    {
      path: '/operations',
      screen: operations,
      titleKey: 'operations.title',
      who: isSupport,
      side: { group: 'operations', label: 'shell.nav-operations', icon: Workflow, who: isSupport },
    },
    {
      path: '/issues',
      screen: issues,
      titleKey: 'issues.title',
      who: isSupport,
      side: { group: 'operations', label: 'issues.title', icon: Inbox, who: isSupport },
    },
    {
      path: '/overview',
      screen: overview,
      titleKey: 'shell.nav-overview',
      who: isAdmin,
      side: { group: 'reports', label: 'shell.nav-overview', icon: Gauge, who: isAdmin },
    },
    {
      path: '/kong/requests',
      screen: requests,
      titleKey: 'requests.title',
      who: anyUser,
      top: {
        label: 'shell.nav-analytics',
        icon: ChartNoAxesColumn,
        who: (user) => isCompanyAdmin(user) && !isAdmin(user),
      },
      side: { group: 'reports', label: 'shell.nav-access-reports', icon: ChartNoAxesColumn, who: isAdmin },
    },
  ],
  ({ path }) => path,
);

/** Menu entries of the public pages, for people who are not logged in. */
export const publicNav: readonly { path: string; label: TextKey; icon: Icon }[] = [
  { path: '/features', label: 'public.nav-guide', icon: Compass },
  { path: '/about', label: 'shell.nav-about', icon: BookOpen },
];
