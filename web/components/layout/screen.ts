import type { ComponentType, LazyExoticComponent } from 'react';
import type { Who } from '../../api/roles.ts';
import type { LazyText } from '../../i18n/lazy-texts.ts';
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

/** An entry of the top menu or the side menu. */
export type NavEntry = Readonly<{
  icon: Icon;
  /** Default: the screen's title. */
  label?: TextKey;
  /** Who has the entry, if that is not everybody who may open the screen. */
  who?: Who;
  /** Number of waiting things, shown beside the label in the side menu. */
  count?: LazyExoticComponent<ComponentType>;
}>;

/** A screen, as a row of the table that everybody who is logged in loads first. The screen itself is in the views. */
export type Route = Readonly<{
  path: string;
  titleKey: TextKey;
  /** `anyone` needs no login. */
  who: Who | 'anyone';
  top?: NavEntry;
  side?: NavEntry & { group: NavGroup };
}>;

/**
 * Who may open a dock view. Default: everybody. The server decides again, but without this check the view would only
 * show a refusal.
 */
export type DockRow = Readonly<{ who?: Who }>;

/** The screens of a feature by their paths, its dock views by their kinds, and the texts that they need. */
export type FeatureViews = Readonly<{
  texts?: readonly LazyText[];
  screens?: Readonly<Record<string, () => Promise<ComponentType>>>;
  docks?: Readonly<Record<string, () => Promise<ComponentType<DockViewProps>>>>;
}>;

/** The rows of a feature. Everything else of it is loaded when somebody opens one of its screens or dock views. */
export type FeatureScreens = Readonly<{
  views: () => Promise<FeatureViews>;
  routes?: readonly Route[];
  /** By their kind in `?dock=kind:id`. */
  docks?: Readonly<Record<string, DockRow>>;
}>;
