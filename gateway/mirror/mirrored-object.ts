import { createHash, X509Certificate } from 'node:crypto';
import { foldText } from '#domain/core/fold-text.ts';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import { cutText } from '#platform/cut-text.ts';
import { type KongObject, referenceIn } from '../admin-api/entity.ts';
import type { GatewayNames } from '../names/gateway-names.ts';

/**
 * An object of a gateway as the portal's table has it.
 *
 * @property about        what tells it apart beside its name: a service's host, a route's paths.
 * @property sortName, sortAbout folded, as lists are sorted.
 * @property amount       what counts in it: an upstream's slots, a target's weight.
 * @property deploymentId the deployment that it belongs to, if it is one of this installation.
 * @property expiresAt    of a certificate.
 * @property words        what a search finds it by beside its id, folded.
 * @property hash         tells whether it changed.
 */
export type MirroredObject = Readonly<{
  kind: ObjectKind;
  id: string;
  name: string;
  about: string;
  sortName: string;
  sortAbout: string;
  amount: number | null;
  enabled: boolean;
  tags: readonly string[];
  serviceId: string | null;
  routeId: string | null;
  consumerId: string | null;
  upstreamId: string | null;
  certificateId: string | null;
  deploymentId: number | null;
  isOwn: boolean;
  createdAt: Date;
  updatedAt: Date | null;
  expiresAt: Date | null;
  body: KongObject;
  words: string;
  hash: string;
}>;

/** Characters of a name, and of what a search looks through. */
const longest = { name: 500, about: 1_000, words: 4_000 } as const;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Kong gives times in seconds. Those of targets have fractions. */
const timeOf = (seconds: unknown): Date | null => {
  const time = typeof seconds === 'number' ? new Date(seconds * 1_000) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : null;
};

const certificateIn = (body: KongObject): X509Certificate | undefined => {
  try {
    return new X509Certificate(text(body.cert));
  } catch {
    // It may be a reference to a vault, which only the gateway can read.
    return undefined;
  }
};

type Told = Readonly<{ name: string; about?: string; amount?: unknown; expiresAt?: Date | null }>;

/** @param subject as `X509Certificate` tells it. */
export const commonName = (subject: string): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.split('\n').at(-1) ?? '';

const tell: Readonly<Record<ObjectKind, (body: KongObject) => Told>> = {
  service: (body) => ({ name: text(body.name), about: text(body.host), amount: body.port }),
  route: (body) => ({ name: text(body.name), about: [...texts(body.hosts), ...texts(body.paths)].join(' ') }),
  consumer: (body) => ({ name: text(body.username), about: text(body.custom_id) }),
  plugin: (body) => ({ name: text(body.name), about: text(body.instance_name) }),
  upstream: (body) => ({ name: text(body.name), amount: body.slots }),
  target: (body) => ({ name: text(body.target), amount: body.weight }),
  certificate: (body) => {
    const certificate = certificateIn(body);
    return {
      name: certificate ? commonName(certificate.subject) : '',
      about: texts(body.snis).join(' '),
      expiresAt: certificate ? certificate.validToDate : null,
    };
  },
  sni: (body) => ({ name: text(body.name) }),
  acl: (body) => ({ name: text(body.group) }),
  'key-auth': () => ({ name: '' }),
  oauth2: (body) => ({ name: text(body.name), about: text(body.client_id) }),
  'basic-auth': (body) => ({ name: text(body.username) }),
  'hmac-auth': (body) => ({ name: text(body.username) }),
  jwt: (body) => ({ name: text(body.algorithm) }),
};

/**
 * Returns an object as the table has it.
 *
 * @param body as Kong gave it, without secrets (`withoutSecrets`).
 * @returns undefined for what has no id, because all of Kong's objects have one.
 */
export const mirroredObject = (names: GatewayNames, kind: ObjectKind, body: KongObject): MirroredObject | undefined => {
  const id = text(body.id);
  if (id === '') return undefined;
  const { name, about = '', amount, expiresAt = null } = tell[kind](body);
  const tags = texts(body.tags);
  const isOwn = names.claimOf(tags) === 'ours';
  const numbers = tags.map((tag) => names.numberIn(tag, 'deployment')).filter((number) => number !== undefined);
  return {
    kind,
    id,
    name: cutText(name, longest.name),
    about: cutText(about, longest.about),
    sortName: cutText(foldText(name), longest.name),
    sortAbout: cutText(foldText(about), longest.about),
    amount: typeof amount === 'number' ? Math.trunc(amount) : null,
    enabled: body.enabled !== false,
    tags,
    serviceId: referenceIn(body, 'service') ?? null,
    routeId: referenceIn(body, 'route') ?? null,
    consumerId: referenceIn(body, 'consumer') ?? null,
    upstreamId: referenceIn(body, 'upstream') ?? null,
    certificateId: referenceIn(body, 'certificate') ?? null,
    deploymentId: isOwn ? (numbers[0] ?? null) : null,
    isOwn,
    // All of Kong's objects have one. Without it an object is the oldest.
    createdAt: timeOf(body.created_at) ?? new Date(0),
    updatedAt: timeOf(body.updated_at),
    expiresAt,
    body,
    words: cutText(foldText([name, about, ...tags].join(' ')), longest.words),
    hash: createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22),
  };
};
