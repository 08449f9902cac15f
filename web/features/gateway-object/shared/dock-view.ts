import { type ListedKind, listedKinds } from '#domain/gateway-object/kind.ts';

/** The kind of the dock view in the address: `?dock=kong-object:service.1.0b1c2d3e-...`. */
export const dockView = 'kong-object';

/** An object and the gateway that has it: ids are unique at one gateway only. */
export type Place = Readonly<{ kind: ListedKind; gatewayId: number; id: string }>;

export const placeText = ({ kind, gatewayId, id }: Place): string => `${kind}.${gatewayId}.${id}`;

/** Returns the object that an address names; undefined for any other text. */
export const placeIn = (text: string): Place | undefined => {
  const [named, gateway, id = ''] = text.split('.');
  const kind = listedKinds.find((each) => each === named);
  const gatewayId = Number(gateway);
  return kind && Number.isSafeInteger(gatewayId) && id !== '' ? { kind, gatewayId, id } : undefined;
};
