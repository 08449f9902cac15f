import type { ComponentType, LazyExoticComponent } from 'react';
import type { Who } from '../../api/roles.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import type { DockViewProps } from './dock-view-props.ts';

/** Groups of the side menu, in order. */
export const navGroups = {
  api: 'shell.group-api',
  events: 'shell.group-events',
  kong: 'shell.group-kong',
  portal: 'shell.group-portal',
  reports: 'shell.group-reports',
  audit: 'shell.group-audit',
  operations: 'shell.group-operations',
  miscellaneous: 'shell.group-miscellaneous',
} as const satisfies Record<string, TextKey>;

export type NavGroup = keyof typeof navGroups;

export type Icon = ComponentType<{ className?: string }>;

/** An entry of the top menu or the side menu. `who` can exclude more people than the screen does. */
export type NavEntry = Readonly<{
  label: TextKey;
  icon: Icon;
  who: Who;
  /** Number of waiting things, shown beside the label in the side menu. */
  count?: LazyExoticComponent<ComponentType>;
}>;

export type Route = Readonly<{
  path: string;
  screen: LazyExoticComponent<ComponentType>;
  titleKey: TextKey;
  /** `anyone` needs no login. */
  who: Who | 'anyone';
  top?: NavEntry;
  side?: NavEntry & { group: NavGroup };
}>;

/** A view of the dock. */
export type DockView = Readonly<{
  view: LazyExoticComponent<ComponentType<DockViewProps>>;
  /**
   * Who may open it. Default: everybody. The server decides again, but without this check the view would only show a
   * refusal.
   */
  who?: Who;
}>;

/** The screens of a noun, and its dock views by their kind in `?dock=kind:id`. */
export type FeatureScreens = Readonly<{ routes: readonly Route[]; dockViews: Readonly<Record<string, DockView>> }>;
