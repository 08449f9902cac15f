import { type Opposite, type Shown, type Undone, type UndoRules, undoRules } from '../core/undo.ts';
import { addCertificate, removeCertificate, removeResource, saveResource } from './calls.ts';
import { isPlain } from './configs.ts';
import { resourceDecider } from './decider.ts';
import type { Resource, ResourceEvent } from './resource.ts';
import { configsOf } from './settings.ts';

const config = /^config (.*)$/s;
const organization = /^organization (\d+)$/;
const certificate = /^certificate (.*)$/s;

/** Each property, organization and certificate is a field of its own. Of a secret it is the fingerprint. */
const formOf = (state: Resource): Shown => {
  if (state.status !== 'active') return {};
  const { status: _, ...settings } = state;
  const { name, isPublic, organizations, certificates = [] } = settings;
  const secret = settings.type === 'KONG' ? settings.adminApiKey : settings.password;
  return {
    name,
    isPublic,
    secret: secret?.fingerprint ?? null,
    ...Object.fromEntries(organizations.map((id) => [`organization ${id}`, true])),
    ...Object.fromEntries(configsOf(settings).map((each) => [`config ${each.name}`, each.value])),
    ...Object.fromEntries(certificates.map((each) => [`certificate ${each.name}`, each.certificate])),
  };
};

const namesLike = (values: Shown, pattern: RegExp): readonly (readonly [string, unknown])[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const [, found] = pattern.exec(name) ?? [];
    return found === undefined ? [] : [[found, value] as const];
  });

const securityProtocol = 'config securityProtocol';

/** The properties that say where secrets are sent. The proxy of a gateway is sent none. */
const addresses = ['adminUrl', 'address', 'internalAddr', 'host', 'port'].map((name) => `config ${name}`);

/** Returns whether a kept secret would be sent to a server that it is not sent to now. */
const movesSecret = ({ wanted, touched, now }: Undone<unknown, Resource>): boolean => {
  const shown = formOf(now);
  const serversIn = (values: Shown) =>
    addresses
      .flatMap((name) =>
        String(values[name] ?? '')
          .toLowerCase()
          .split(','),
      )
      .filter(Boolean);
  const known = new Set(serversIn(shown));
  return (
    wanted.secret !== null &&
    addresses.some((name) => touched.includes(name)) &&
    serversIn(wanted).some((server) => !known.has(server))
  );
};

const common = { action: 'resource.save', about: {} } as const;

/** A certificate is added and removed by calls of its own. */
const ofCertificate = (field: string, { now, wanted }: Undone<unknown, Resource>): Opposite | undefined => {
  const [, name] = certificate.exec(field) ?? [];
  if (name === undefined || now.status !== 'active') return undefined;
  const text = wanted[field];
  if (typeof text === 'string') {
    const body = { resource: now.resourceId, name, certificate: text };
    return { ...common, call: addCertificate, does: 'fields', body };
  }
  const id = now.certificates?.find((each) => each.name === name)?.certificateId;
  return id === undefined
    ? undefined
    : { ...common, call: removeCertificate, does: 'remove-certificate', parameters: { id } };
};

const change = (undone: Undone<unknown, Resource>): Opposite | 'secret' | 'ends' | 'plain' => {
  const { now, wanted, touched, basedOn } = undone;
  if (now.status !== 'active') return 'ends';
  // A kept secret is sent to no other server, and nobody can say it again from a history.
  if (touched.includes('secret') || movesSecret(undone)) return 'secret';
  const [first = ''] = touched;
  const certificateAlone = touched.length === 1 ? ofCertificate(first, undone) : undefined;
  if (certificateAlone) return certificateAlone;
  const configs = namesLike(wanted, config).map(([name, value]) => ({ name, value: String(value) }));
  const protocol = configs.find(({ name }) => name === 'securityProtocol')?.value;
  if (touched.includes(securityProtocol) && isPlain(protocol)) return 'plain';
  return {
    ...common,
    call: saveResource,
    does: 'fields',
    ...(now.type === 'KONG' && { effects: ['gateway'] }),
    body: {
      ...{ id: now.resourceId, type: now.type, name: wanted.name, isPublic: wanted.isPublic, configs, basedOn },
      access: namesLike(wanted, organization).map(([id]) => Number(id)),
      ...(isPlain(protocol) && { allowPlaintext: true }),
    },
  };
};

const changed = { shows: formOf, opposite: change };

/** A resource that nothing hangs on is removed, with the secrets that are kept for it. Other settings are taken back first. */
const registered = (by: ResourceEvent['type']) => ({
  // Not the function of the changes: none of them removes it.
  shows: (state: Resource): Shown => formOf(state),
  by,
  opposite: ({ data: { resourceId: id } }: Undone<{ resourceId: number }, Resource>): Opposite => ({
    ...common,
    call: removeResource,
    does: 'remove',
    effects: ['for-good'],
    parameters: { id },
  }),
});

/** How changes of a resource are taken back. No former secret is kept. */
export const resourceUndo: UndoRules<ResourceEvent> = undoRules(resourceDecider, {
  GatewayRegistered: registered('GatewayRemoved'),
  GatewayChanged: changed,
  GatewayRemoved: 'ends',
  KafkaRegistered: registered('KafkaRemoved'),
  KafkaChanged: changed,
  KafkaRemoved: 'ends',
  RedisRegistered: registered('RedisRemoved'),
  RedisChanged: changed,
  RedisRemoved: 'ends',
});
