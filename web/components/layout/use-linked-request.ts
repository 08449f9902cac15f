import { useSearchParams } from 'wouter';
import { idParameter } from '#domain/core/id.ts';

/** The address parameter with the number of a request. Mails to reviewers contain it. */
const parameter = 'request';

/** Returns the request that the address names (`?request=12`), undefined if none, and what takes it out of the address. */
export const useLinkedRequest = (): Readonly<{ id: number | undefined; close: () => void }> => {
  const [search, setSearch] = useSearchParams();
  const close = () =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(parameter);
        return next;
      },
      { replace: true },
    );
  return { id: idParameter.safeParse(search.get(parameter)).data, close };
};
