import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { DockViewProps } from '../../components/layout/dock-view-props.ts';
import type { DockRow, FeatureScreens, FeatureViews, Route } from '../../components/layout/screen.ts';
import { loadTexts } from '../../i18n/lazy-texts.ts';

/** A row with what it shows. `prepare` loads that before somebody opens it. */
export type Screen = Route & Readonly<{ screen: LazyExoticComponent<ComponentType>; prepare: () => void }>;
type DockView = DockRow & Readonly<{ view: LazyExoticComponent<ComponentType<DockViewProps>> }>;

/** Returns a function that loads a view with the texts of its feature. */
const loader =
  <Props>(
    views: FeatureScreens['views'],
    name: string,
    listOf: (views: FeatureViews) => Readonly<Record<string, () => Promise<ComponentType<Props>>>> | undefined,
  ) =>
  async (): Promise<{ default: ComponentType<Props> }> => {
    const found = await views();
    const view = listOf(found)?.[name];
    if (!view) throw new Error(`There is no view of ${name}`);
    const [component] = await Promise.all([view(), ...(found.texts ?? []).map(loadTexts)]);
    return { default: component };
  };

export const screensOf = (features: readonly FeatureScreens[]): readonly Screen[] =>
  features.flatMap(({ views, routes = [] }) =>
    routes.map((row) => {
      const load = loader(views, row.path, ({ screens }) => screens);
      return { ...row, screen: lazy(load), prepare: () => void load().catch(() => undefined) };
    }),
  );

export const docksOf = ({ views, docks = {} }: FeatureScreens): Readonly<Record<string, DockView>> =>
  Object.fromEntries(
    Object.entries(docks).map(([kind, row]) => [
      kind,
      { ...row, view: lazy(loader<DockViewProps>(views, kind, ({ docks: list }) => list)) },
    ]),
  );
