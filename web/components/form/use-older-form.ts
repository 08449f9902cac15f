import { useRef, useState } from 'react';
import { changedIn } from '../../api/changed-since.ts';
import type { ProblemError } from '../../api/problem-error.ts';
import type { Refused } from './older-fields.ts';

/**
 * Sends with a form what it was based on. The server refuses an older form, and `OlderForm` then asks what to keep.
 *
 * @param read `basedOn` of the row that filled in the form; undefined for a new thing. Only the first value counts, because
 * the form stays the one that was opened, also when its data is read again.
 */
export const useOlderForm = (read: number | undefined) => {
  const basis = useRef(read);
  const [refused, setRefused] = useState<Refused>();
  return {
    refused,
    /** Returns the body with what it was based on. */
    stamped: <Body extends object>(body: Body): Body & { basedOn?: number } =>
      basis.current === undefined ? body : { ...body, basedOn: basis.current },
    /** Returns `show` for the command's run with this body. */
    showOf:
      (sent: object) =>
      (problem: ProblemError): boolean => {
        const changed = changedIn(problem);
        if (changed) setRefused({ sent: sent as Refused['sent'], changed });
        return changed !== undefined;
      },
    /** Call it with the response. A form that stays open goes on from its own change. */
    saved: ({ basedOn }: Readonly<{ basedOn?: number | undefined }>) => {
      basis.current = basedOn;
    },
    /** Goes on from what is there now. */
    accept: ({ changed }: Refused) => {
      basis.current = changed.basedOn;
      setRefused(undefined);
    },
    /** Leaves the form as it is. The next try asks again. */
    leave: () => setRefused(undefined),
  };
};
export type OlderFormState = ReturnType<typeof useOlderForm>;
