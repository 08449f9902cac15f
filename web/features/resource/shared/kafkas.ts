import { queryOptions } from '@tanstack/react-query';
import { searchResources } from '#domain/resource/calls.ts';
import { get } from '../../../api/client.ts';
import { resourcesKey } from './resources-key.ts';

/** The Kafka environments, for choices. */
export const kafkasOptions = queryOptions({
  queryKey: [...resourcesKey, 'list', { type: 'KAFKA' }],
  queryFn: ({ signal }) => get(searchResources, { query: { type: 'KAFKA' } }, signal),
});
