import { definitionsOf, noSecret } from '#domain/resource/configs.ts';
import type { Gateway, ResourceSettings } from '#domain/resource/resource.ts';
import type { ResourceBody } from '#domain/resource/schema.ts';
import { gatewayOf, kafkaOf, keptAddress, redisOf } from '#domain/resource/settings.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { type Place, placesOf } from './shared/refuse-places.ts';

/** What a form says, with which parts of it are where in its body. */
export type Form = Pick<ResourceBody, 'id' | 'type' | 'configs'>;

export const valueIn =
  ({ configs }: Pick<Form, 'configs'>) =>
  (name: string): string =>
    configs.find((config) => config.name === name)?.value ?? '';

/** Returns the field of a property, for a refusal. */
export const fieldIn =
  ({ configs }: Pick<Form, 'configs'>) =>
  (name: string): string => {
    const index = configs.findIndex((config) => config.name === name);
    return index < 0 ? 'configs' : `configs.${index}.value`;
  };

/** Returns the pairs of a form that are not predefined. */
export const customIn = ({ type, configs }: Form) => {
  const predefined = new Set(definitionsOf(type).map(({ name }) => name));
  return configs.filter(({ name }) => !predefined.has(name));
};

/** Returns where a form says that its servers are. */
export const placesIn = (form: Form): readonly Place[] => {
  const value = valueIn(form);
  switch (form.type) {
    case 'KONG':
      return placesOf({ type: 'KONG', ...gatewayOf(form.id, value) });
    case 'KAFKA':
      return placesOf({ type: 'KAFKA', ...kafkaOf(value) });
    case 'REDIS':
      return placesOf({ type: 'REDIS', ...redisOf(value) });
  }
};

/** The property of a type that is a secret. */
const secretNames = { KONG: 'adminApiKey', KAFKA: 'password', REDIS: 'password' } as const;

const secretOf = (settings: ResourceSettings | undefined) =>
  settings?.type === 'KONG' ? settings.adminApiKey : (settings?.password ?? null);

/**
 * What a form says about the secret: `keep` for an empty field, where only the vault knows it; `none`; or a new one.
 */
export type WantedSecret = 'keep' | 'none' | Readonly<{ value: string }>;

export const secretIn = (form: Form): WantedSecret => {
  const value = valueIn(form)(secretNames[form.type]);
  if (value === '') return 'keep';
  return value === noSecret ? 'none' : { value };
};

/** Returns whether a form says another secret than before. A form shows a missing one as `none`. */
export const replacesSecret = (form: Form, before: ResourceSettings): boolean => {
  const wanted = secretIn(form);
  return wanted === 'none' ? secretOf(before) !== null : wanted !== 'keep';
};

/** Returns the secret of a form as a text, for a call to the server; undefined when there is none. */
export const openWanted = async (
  { pool, vault }: Pick<Services, 'pool' | 'vault'>,
  wanted: WantedSecret,
  before: ResourceSettings | undefined,
): Promise<string | undefined> => {
  if (wanted === 'none') return undefined;
  if (wanted !== 'keep') return wanted.value;
  const kept = secretOf(before);
  return kept ? await vault.openSecret(pool, kept.secretId) : undefined;
};

/** Returns the proxy's https address that a form says; undefined: what the gateway says. */
export const sslUrlIn = (form: Form): string | undefined => {
  const told = valueIn(form)('apiSslUrl');
  return told === '' ? undefined : keptAddress(told);
};

/** Returns whether a form says other addresses of a gateway than before, or another key: then it is asked whether it works. */
export const asksAnew = (form: Form, before: Gateway | undefined): boolean => {
  if (!before || secretIn(form) !== 'keep') return true;
  const { adminUrl, apiUrl } = gatewayOf(form.id, valueIn(form));
  return adminUrl !== before.adminUrl || apiUrl !== before.apiUrl || sslUrlIn(form) !== before.apiSslUrl;
};

/**
 * Refuses to send a kept secret to another server than the one it was given for. Nobody can read a secret again, and whoever may
 * change an address could have it sent to a server of their own.
 *
 * @throws RefusedError at the field of the secret.
 */
export const refuseMovedSecret = (form: Form, before: ResourceSettings | undefined): void => {
  if (!before || secretIn(form) !== 'keep' || secretOf(before) === null) return;
  const known = new Set(placesOf(before).map(({ host, port }) => `${host.toLowerCase()}:${port}`));
  const isElsewhere = placesIn(form).some(
    // The proxy is sent no secret.
    ({ name, host, port }) => name !== 'apiUrl' && !known.has(`${host.toLowerCase()}:${port}`),
  );
  if (isElsewhere) throw invalidField(fieldIn(form)(secretNames[form.type]), 'resource.secret-again');
};
