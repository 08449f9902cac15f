import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** One panel of the dock, for example `api:12`. */
export type DockView = Readonly<{ kind: string; id: string }>;

const parse = (text: string | null): DockView[] =>
  (text ?? '').split('/').flatMap((part) => {
    const [kind, id] = part.split(':');
    return kind && id ? [{ kind, id }] : [];
  });

const textOf = (views: readonly DockView[]): string => views.map(({ kind, id }) => `${kind}:${id}`).join('/');

/** The element that had the focus before the dock opened. It gets the focus back. */
export const opener: { element: HTMLElement | null } = { element: null };

/**
 * The views of the right-hand panel, a stack in the address (`?dock=api:12/keys:3`). `open` starts a stack, `push` puts
 * a view on top, `close` returns to the view below.
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
    /** Replaces the top view. */
    swap: (kind: string, id: string | number) => set([...stack.slice(0, -1), { kind, id: String(id) }], true),
    close: () => set(stack.slice(0, -1), true),
    closeAll: () => set([], true),
  };
};

/** The address where this tab last showed the details of an API: a gallery page, a search or a list. */
let last: Readonly<{ apiId: number; address: string }> | undefined;

export const rememberApiDock = (apiId: number): void => {
  last = { apiId, address: `${location.pathname}${location.search}` };
};

/** Returns the address of an API's details, over the page where they were last opened, or else over a gallery. */
export const apiDockAddress = (apiId: number, gallery: '/wall' | '/wall/all' = '/wall'): string =>
  last?.apiId === apiId ? last.address : `${gallery}?dock=api:${apiId}`;
