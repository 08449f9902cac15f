import { queryOptions } from '@tanstack/react-query';
import { listGateways } from '#domain/gateway-object/calls.ts';
import { get } from '../../../api/client.ts';

export const objectsKey = ['gateway-objects'] as const;

/** Milliseconds between two looks at the list: the table behind it follows its gateway within a minute. */
export const every = 15_000;

export const gatewaysOptions = queryOptions({
  queryKey: [...objectsKey, 'gateways'],
  queryFn: ({ signal }) => get(listGateways, {}, signal),
  refetchInterval: every,
});
