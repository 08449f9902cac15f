import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type * as z from 'zod/mini';
import type { AddressChange } from './address-change.ts';

/** Without a page and without a row beside which a page stands. */
const firstPage = { page: undefined, after: undefined, before: undefined };

/**
 * Keeps the state of a list in the address only. Invalid values fall back to their defaults, so that a bad address
 * never breaks a page. `set` returns to the first page unless it sets the page itself. Values equal to the default are
 * left out of the address. A choice adds a step to the browser's history. Typing adds none, because Back would
 * otherwise go through it letter by letter. `replace` says otherwise.
 */
export const useListParams = <Shape extends z.core.$ZodShape>(schema: z.ZodMiniObject<Shape>) => {
  type Params = z.output<z.ZodMiniObject<Shape>>;
  const [search, setSearch] = useSearchParams();

  const defaults = useMemo(() => schema.parse({}) as Params, [schema]);
  const params = useMemo(() => {
    const given = Object.fromEntries(
      Object.keys(schema.shape).flatMap((key) => (search.has(key) ? [[key, search.get(key)]] : [])),
    );
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data as Params;
    const refused = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    return schema.parse(Object.fromEntries(Object.entries(given).filter(([key]) => !refused.has(key)))) as Params;
  }, [schema, search]);

  const set = useCallback(
    (patch: Partial<Params>, how?: AddressChange) => {
      const isTyped = Object.keys(patch).every((key) => (defaults as Record<string, unknown>)[key] === '');
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          const changes: Record<string, unknown> = { ...firstPage, ...patch };
          for (const [key, value] of Object.entries(changes)) {
            const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
            const isDefault = text === '' || text === String((defaults as Record<string, unknown>)[key]);
            if (isDefault) next.delete(key);
            else next.set(key, text);
          }
          return next;
        },
        { replace: how?.replace ?? isTyped },
      );
    },
    [setSearch, defaults],
  );

  return [params, set] as const;
};
