import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '#domain/core/call.ts';
import {
  listPluginNames,
  objectLists,
  readObject,
  readObjectForm,
  readPluginForm,
  readPluginReach,
  readTargets,
  readUpstreamForm,
} from '#domain/gateway-object/calls.ts';
import type { ListedKind } from '#domain/gateway-object/kind.ts';
import { mostRelated, type ObjectListQuery } from '#domain/gateway-object/schema.ts';
import { get } from '../../api/client.ts';
import type { Place } from './shared/dock-view.ts';
import { every, objectsKey } from './shared/gateways.ts';

export const objectListOptions = (kind: ListedKind, params: ObjectListQuery) =>
  queryOptions({
    queryKey: [...objectsKey, kind, params],
    queryFn: ({ signal }) => get(objectLists[kind], { query: params }, signal),
    // The table pages by numbers. It takes a `next` for what leads to a row.
    select: ({ next: _next, ...page }) => page,
    placeholderData: keepPreviousData,
    refetchInterval: every,
  });

/** @param most how many are named of each that hangs together with it. */
export const objectOptions = ({ kind, gatewayId, id }: Place, most = mostRelated) =>
  queryOptions({
    queryKey: [...objectsKey, 'one', kind, gatewayId, id, most],
    queryFn: ({ signal }) => get(readObject[kind], { parameters: { id }, query: { gatewayId, most } }, signal),
    // Thousands of names are read once, when they are asked for.
    refetchInterval: most > mostRelated ? false : every,
  });

export const pluginNamesOptions = (gatewayId: number) =>
  queryOptions({
    queryKey: [...objectsKey, 'plugin-names', gatewayId],
    queryFn: ({ signal }) => get(listPluginNames, { query: { gatewayId } }, signal),
  });

/** Read once for each dialog: a form does not change while somebody fills it in. */
export const pluginFormOptions = (gatewayId: number, name: string) =>
  queryOptions({
    queryKey: ['plugin-form', gatewayId, name],
    queryFn: ({ signal }) => get(readPluginForm, { parameters: { name }, query: { gatewayId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const pluginReachOptions = (query: NonNullable<Input<typeof readPluginReach>['query']>) =>
  queryOptions({
    queryKey: [...objectsKey, 'plugin-reach', query],
    queryFn: ({ signal }) => get(readPluginReach, { query }, signal),
  });

/** Read once for each dialog, as that of a plugin. */
export const upstreamFormOptions = (gatewayId: number) =>
  queryOptions({
    queryKey: ['upstream-form', gatewayId],
    queryFn: ({ signal }) => get(readUpstreamForm, { query: { gatewayId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Read once for each dialog, as that of a plugin. */
export const objectFormOptions = (gatewayId: number, kind: 'service' | 'route') =>
  queryOptions({
    queryKey: ['object-form', gatewayId, kind],
    queryFn: ({ signal }) => get(readObjectForm, { parameters: { kind }, query: { gatewayId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const targetsOptions = (gatewayId: number, id: string) =>
  queryOptions({
    queryKey: [...objectsKey, 'targets', gatewayId, id],
    queryFn: ({ signal }) => get(readTargets, { parameters: { id }, query: { gatewayId } }, signal),
    refetchInterval: every,
  });
