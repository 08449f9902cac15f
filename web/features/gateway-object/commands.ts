import {
  deleteObject,
  deleteTarget,
  saveCertificate,
  savePlugin,
  saveRoute,
  saveService,
  saveTarget,
  saveUpstream,
} from '#domain/gateway-object/calls.ts';
import type { PanelKind } from '#domain/gateway-object/kind.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { objectsKey } from './shared/gateways.ts';

export const saveServiceCommand = { call: saveService, invalidates: [objectsKey] } satisfies CommandDefinition;
export const savePluginCommand = { call: savePlugin, invalidates: [objectsKey] } satisfies CommandDefinition;
export const saveUpstreamCommand = { call: saveUpstream, invalidates: [objectsKey] } satisfies CommandDefinition;
export const saveTargetCommand = { call: saveTarget, invalidates: [objectsKey] } satisfies CommandDefinition;
export const deleteTargetCommand = {
  call: deleteTarget,
  invalidates: [objectsKey],
  success: 'kong-objects.deleted-target',
} as const satisfies CommandDefinition;
export const saveRouteCommand = { call: saveRoute, invalidates: [objectsKey] } satisfies CommandDefinition;

export const saveCertificateCommand = { call: saveCertificate, invalidates: [objectsKey] } satisfies CommandDefinition;

export const deletionOf = (kind: PanelKind) =>
  ({
    call: deleteObject[kind],
    invalidates: [objectsKey],
    success: `kong-objects.deleted-${kind}`,
  }) as const satisfies CommandDefinition;
