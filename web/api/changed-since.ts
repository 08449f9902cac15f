import { type ChangedSince, changedSince } from '#domain/core/older-form.ts';
import type { ProblemError } from './problem-error.ts';

/**
 * Returns what was changed since a form was read; undefined for a problem of another kind. Not part of the error, because
 * the first page of the portal needs none of it.
 */
export const changedIn = ({ changed }: ProblemError): ChangedSince | undefined => changedSince.safeParse(changed).data;
