import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  getApplication,
  getApplicationForm,
  listApplicationChanges,
  listApplications,
  removeApplication,
  saveApplication,
} from '#domain/application/calls.ts';
import { type ApplicationListQuery, applicationListQuery } from '#domain/application/schema.ts';
import { get } from '../../../api/client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';
import { apisKey } from '../../api/shared/queries.ts';

/** An application shows its APIs, so what changes an API changes this too. */
const applicationsKey = [...apisKey, 'applications'] as const;
/** The user's detail names the applications that they own. */
const userKey = ['user'] as const;

/** Address parameters of a list. The screen decides whether it is the user's own. */
export const applicationListParams = z.omit(applicationListQuery, { my: true });

/** Milliseconds between two reads while something is being deleted. */
const soon = 2_000;

export const applicationsOptions = (params: ApplicationListQuery) =>
  queryOptions({
    queryKey: [...applicationsKey, 'list', params],
    queryFn: ({ signal }) => get(listApplications, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.apps.some(({ state }) => state === 'deleting') ? soon : false),
  });

export const applicationOptions = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'one', id],
    queryFn: ({ signal }) => get(getApplication, { parameters: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data && [data, ...data.apis].some(({ state }) => state === 'deleting') ? soon : false,
  });

export const applicationFormOptions = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'form', id],
    queryFn: ({ signal }) => get(getApplicationForm, { query: { id } }, signal),
  });

export const applicationHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'history', id],
    queryFn: ({ signal }) => get(listApplicationChanges, { parameters: { id } }, signal),
  });

export const saveCommand = {
  call: saveApplication,
  invalidates: [apisKey, userKey],
  success: 'applications.saved',
  failure: 'applications.save-failed',
} satisfies CommandDefinition;

/** The message at the end of the operation is the operation's own. */
export const deleteCommand = {
  call: removeApplication,
  invalidates: [apisKey, userKey],
  failure: 'applications.delete-failed',
} satisfies CommandDefinition;
