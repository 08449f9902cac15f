import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { DockViewProps } from './dock-view-props.ts';
import { isAdmin, isSupport, type Who } from './roles.ts';

const apiDock = lazy(() => import('./api-dock.tsx').then((module) => ({ default: module.ApiDock })));

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
export const dockViews: Readonly<Record<string, LazyExoticComponent<ComponentType<DockViewProps>>>> = {
  api: apiDock,
  compare: comparePanel,
  issue: issueDetails,
  key: editKey,
  kong: gatewayService,
  keys: addKey,
  operation: operationDetails,
  plugin: gatewayPlugin,
  // The name in the address stays, because people keep links.
  trial: tryIt,
};

/** The views that not everybody may open. The server decides again; asked first, it would only say no. */
export const dockWho: Readonly<Record<string, Who>> = { issue: isSupport, kong: isAdmin, plugin: isAdmin };
