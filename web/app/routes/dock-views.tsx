import { lazy } from 'react';
import { joined } from '#domain/core/distinct.ts';
import { isAdmin, isSupport } from '../../api/roles.ts';
import type { DockView } from '../../components/layout/screen.ts';
import { features } from './features.ts';

const apiDock = lazy(() => import('./api-dock.tsx').then((module) => ({ default: module.ApiDock })));

const applicationDock = lazy(() =>
  import('./application-dock.tsx').then((module) => ({ default: module.ApplicationDock })),
);

const addKey = lazy(() => import('../../features/consumer/add-key.tsx').then((module) => ({ default: module.AddKey })));

const editKey = lazy(() =>
  import('../../features/consumer/edit-key.tsx').then((module) => ({ default: module.EditKey })),
);

const comparePanel = lazy(() =>
  import('../../features/version/compare-panel.tsx').then((module) => ({ default: module.ComparePanel })),
);

const issueDetails = lazy(() =>
  import('../../features/issue/issue-details.tsx').then((module) => ({ default: module.IssueDetails })),
);

const operationDetails = lazy(() =>
  import('../../features/operation/operation-details.tsx').then((module) => ({ default: module.OperationDetails })),
);

const gatewayService = lazy(() =>
  import('../../features/deployment/gateway-service.tsx').then((module) => ({ default: module.GatewayService })),
);

const gatewayPlugin = lazy(() =>
  import('../../features/deployment/gateway-plugin.tsx').then((module) => ({ default: module.GatewayPlugin })),
);

const tryIt = lazy(() => import('../../features/try-it/try-it.tsx').then((module) => ({ default: module.TryIt })));

/** Every view of the right-hand panel, by its kind in `?dock=kind:id`. Each view renders a DockPanel. */
export const dockViews: Readonly<Record<string, DockView>> = joined('dock view', [
  {
    api: { view: apiDock },
    application: { view: applicationDock },
    compare: { view: comparePanel },
    issue: { view: issueDetails, who: isSupport },
    key: { view: editKey },
    kong: { view: gatewayService, who: isAdmin },
    keys: { view: addKey },
    operation: { view: operationDetails },
    plugin: { view: gatewayPlugin, who: isAdmin },
    // The name in the address stays, because people keep links.
    trial: { view: tryIt },
  },
  ...features.map((feature) => feature.dockViews),
]);
