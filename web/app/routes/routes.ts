import { distinctPaths, joined } from '#domain/core/distinct.ts';
import { features } from './features.ts';
import { openScreens } from './public-screens.ts';
import { docksOf, screensOf } from './screens-of.ts';

/**
 * Every screen of the product. Router, menus, titles and guards read this table. Nothing is registered anywhere else.
 * It is loaded with the account of whoever logs in. docs/product/shell.md says which role has which menu.
 */
export const routes = distinctPaths([...openScreens, ...screensOf(features)], ({ path }) => path);

/** Every view of the right-hand panel, by its kind in `?dock=kind:id`. Each view renders a DockPanel. */
export const dockViews = joined('dock view', features.map(docksOf));
