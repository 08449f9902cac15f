import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** One panel of the dock: `api:12`. */
export type DockView = Readonly<{ kind: string; id: string }>;

const parse = (text: string | null): DockView[] =>
  (text ?? '').split('/').flatMap((part) => {
    const [kind, id] = part.split(':');
    return kind && id ? [{ kind, id }] : [];
  });

const textOf = (views: readonly DockView[]): string => views.map(({ kind, id }) => `${kind}:${id}`).join('/');

/** What had the focus before the dock opened; it gets it back. */
export const opener: { element: HTMLElement | null } = { element: null };

/**
 * The right-hand panel's stack of views, kept in the address (`?dock=api:12/keys:3`). `open` starts a stack,
 * `push` lays a view over it, `close` returns to the one before.
 */
export const useDock = () => {
  const [search, setSearch] = useSearchParams();
  const text = search.get('dock');
  const stack = useMemo(() => parse(text), [text]);

  const set = useCallback(
    (views: readonly DockView[], replace: boolean) => {
      if (
        views.length > 0 &&
        document.activeElement instanceof HTMLElement &&
        !document.activeElement.closest('[data-dock]')
      ) {
        opener.element = document.activeElement;
      }
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (views.length === 0) next.delete('dock');
          else next.set('dock', textOf(views));
          return next;
        },
        { replace },
      );
    },
    [setSearch],
  );

  return {
    stack,
    open: (kind: string, id: string | number) => set([{ kind, id: String(id) }], stack.length > 0),
    push: (kind: string, id: string | number) => set([...stack, { kind, id: String(id) }], false),
    /** Shows another view in the place of the top one. */
    swap: (kind: string, id: string | number) => set([...stack.slice(0, -1), { kind, id: String(id) }], true),
    close: () => set(stack.slice(0, -1), true),
    closeAll: () => set([], true),
  };
};

/** Where the details of an API were looked at last in this tab: a page of a gallery, a search, a list. */
let last: Readonly<{ apiId: number; address: string }> | undefined;

export const rememberApiDock = (apiId: number): void => {
  last = { apiId, address: `${location.pathname}${location.search}` };
};

/** The address that leads back to the details of an API, over the page that they were opened on; else over a gallery. */
export const apiDockAddress = (apiId: number, gallery: '/wall' | '/wall/all' = '/wall'): string =>
  last?.apiId === apiId ? last.address : `${gallery}?dock=api:${apiId}`;
