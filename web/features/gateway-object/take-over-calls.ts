import { queryOptions } from '@tanstack/react-query';
import { previewTakeOver, takeOverService } from '#domain/take-over/calls.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import type { Place } from './shared/dock-view.ts';
import { every, objectsKey } from './shared/gateways.ts';

/** What of somebody else's service a deployment could be, as the gateway was read last. */
export const takeOverOptions = ({ gatewayId, id }: Pick<Place, 'gatewayId' | 'id'>) =>
  queryOptions({
    queryKey: [...objectsKey, 'take-over', gatewayId, id],
    queryFn: ({ signal }) => get(previewTakeOver, { parameters: { id }, query: { gatewayId } }, signal),
    refetchInterval: every,
  });

export const takeOverCommand = { call: takeOverService, invalidates: [objectsKey] } satisfies CommandDefinition;
