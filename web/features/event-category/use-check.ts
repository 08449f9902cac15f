import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { asProblem } from '../../api/problem-error.ts';
import { checkOptions } from './queries.ts';
import { type DocumentProblem, placeOf, type ReadDocument } from './read-document.ts';

/** Milliseconds without a change before a document is checked. */
const pause = 500;

const none: readonly DocumentProblem[] = [];

/**
 * Has the server check a document whenever nobody types: the schemas of its events, and what saving it would break.
 *
 * @returns `isSettled`: whether the response is about this text.
 */
export const useCheck = (text: string, { document }: ReadDocument, basedOn: number | undefined) => {
  const [asked, setAsked] = useState({ text, document });
  useEffect(() => {
    if (asked.text === text) return;
    const timer = setTimeout(() => setAsked({ text, document }), pause);
    return () => clearTimeout(timer);
  }, [text, document, asked.text]);
  const check = useQuery(checkOptions(asked.document, basedOn));
  const isSettled = asked.text === text && !check.isFetching;
  const { error } = check;
  const problems = useMemo(
    () =>
      error === null
        ? none
        : asProblem(error).errors.map(({ code, field, message, parameters }) => ({
            code,
            message,
            parameters,
            ...placeOf(asked.text, field),
          })),
    [error, asked.text],
  );
  return {
    comparison: check.data,
    problems: asked.text === text ? problems : none,
    /** A failure that says nothing of the document, such as a network that is away. */
    failure: error !== null && problems.length === 0 ? error : undefined,
    isSettled,
    retry: () => void check.refetch(),
  };
};
