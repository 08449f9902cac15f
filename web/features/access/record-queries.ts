import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeletedApiListQuery } from '#domain/api/deleted-api.ts';
import { listDeletedApis } from '#domain/api/deleted-api-calls.ts';
import type { CredentialViewListQuery } from '#domain/consumer/credential-view.ts';
import { listCredentialViews } from '#domain/consumer/credential-view-calls.ts';
import { get } from '../../api/client.ts';

/*
 * These lists are records: nobody's command here changes them.
 */

export const deletedApisOptions = (params: DeletedApiListQuery) =>
  queryOptions({
    queryKey: ['access-records', 'deleted', params],
    queryFn: ({ signal }) => get(listDeletedApis, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

export const credentialViewsOptions = (params: CredentialViewListQuery) =>
  queryOptions({
    queryKey: ['access-records', 'viewed', params],
    queryFn: ({ signal }) => get(listCredentialViews, { query: params }, signal),
    placeholderData: keepPreviousData,
  });
