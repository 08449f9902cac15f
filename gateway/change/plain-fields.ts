import { planLimits } from '#domain/core/gateway-plan.ts';
import { splitEntry } from '#domain/deployment/transformer-list.ts';
import { cutText } from '#platform/cut-text.ts';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import { telemetryKeyHeader } from '../telemetry/telemetry-key-header.ts';
import { closedRouteHeader } from './closed-route.ts';

/** Shown instead of a secret (requirement E1). */
const mask = '••••';

/** Kong's own secrets, by the last part of a field's path. */
const secretFields = new Set([
  'key',
  'client_secret',
  'provision_key',
  'password',
  'redis_password',
  telemetryKeyHeader,
  closedRouteHeader,
]);
/** Names of headers, parameters and fields whose values an upstream takes as a secret, when a transformer adds them. */
const secretName = /auth|cookie|credential|key|passw|secret|session|token/i;
const added = /^config\.(add|append|replace)\./;

/** Masks the value of a transformer's entry `name:value` if the name suggests a secret. */
export const maskEntry = (entry: string): string => {
  const [name] = splitEntry(entry);
  return name !== entry && secretName.test(name) ? `${name}:${mask}` : entry;
};

/** A gateway holds texts that others wrote. */
export const shorten = (text: string): string =>
  `${cutText(text, planLimits.lineLength)}${text.length > planLimits.lineLength ? '…' : ''}`;

const lineOf = (field: string, value: unknown, nameOf: (id: string) => string | undefined): string => {
  if (secretFields.has(field.split('.').at(-1) ?? '')) return mask;
  const text = typeof value === 'string' ? (nameOf(value) ?? value) : JSON.stringify(value);
  if (!added.test(field)) return shorten(text);
  return shorten(maskEntry(text));
};

/** A field by its dotted path. Each line has a text for people and the full value to compare. */
export type PlainField = Readonly<{ field: string; lines: readonly Readonly<{ text: string; value: string }>[] }>;

/**
 * Returns an object's fields as a flat list: `config.add.headers` with a line for each entry. A field without a value
 * has no lines. Lists are sorted, because a gateway gives them no order.
 *
 * @param nameOf returns the name for a known id, such as the anonymous consumer's.
 */
export const plainFields = (
  body: KongObject,
  nameOf: (id: string) => string | undefined = () => undefined,
  before = '',
): PlainField[] =>
  Object.entries(body).flatMap(([name, value]): PlainField[] => {
    const field = `${before}${name}`;
    if (isKongObject(value)) {
      const { id } = value;
      // A reference to another object.
      if (typeof id === 'string' && Object.keys(value).length === 1) return plainFields({ [name]: id }, nameOf, before);
      return plainFields(value, nameOf, `${field}.`);
    }
    const values = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
    const lines = values.map((each) => ({ text: lineOf(field, each, nameOf), value: JSON.stringify(each) }));
    return [{ field, lines: lines.sort((one, other) => (one.value < other.value ? -1 : 1)) }];
  });
