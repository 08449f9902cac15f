import * as z from 'zod/mini';
import { environments } from '../core/environment.ts';
import { atMost } from '../core/required-text.ts';
import { kafkaMechanisms, kafkaProtocols, type ResourceType } from './types.ts';

/** A property of a resource on the wire and in the form. */
export type Config = Readonly<{ name: string; value: string }>;

/** How the value of a predefined property is written. */
type ConfigKind = 'address' | 'servers' | 'text' | 'secret' | 'choice' | 'port' | 'milliseconds' | 'nodes';

/**
 * A predefined property of a type of resource (specification 3, section 2).
 *
 * @property isOptional may be empty.
 * @property withSasl   only for brokers that ask who one is.
 * @property choices    its values, for a choice.
 */
export type ConfigDefinition = Readonly<{
  name: string;
  kind: ConfigKind;
  isOptional?: boolean;
  withSasl?: boolean;
  choices?: readonly string[];
}>;

/** What stands in a field of a secret for: there is none. */
export const noSecret = 'NO';

/** Characters. */
const configNameLimit = 100;
const configValueLimit = 1000;
/** Pairs that are not predefined. */
export const customLimit = 30;

export const configDefinitions = {
  KONG: [
    { name: 'adminUrl', kind: 'address' },
    { name: 'apiUrl', kind: 'address' },
    { name: 'apiSslUrl', kind: 'address', isOptional: true },
    { name: 'httpLogEndpoint', kind: 'address' },
    { name: 'adminApiKey', kind: 'secret' },
    { name: 'clusters', kind: 'nodes' },
  ],
  KAFKA: [
    { name: 'envType', kind: 'choice', choices: environments },
    { name: 'address', kind: 'servers' },
    { name: 'internalAddr', kind: 'servers', isOptional: true },
    { name: 'securityProtocol', kind: 'choice', choices: kafkaProtocols },
    { name: 'mechanism', kind: 'choice', choices: kafkaMechanisms, withSasl: true },
    { name: 'user', kind: 'text', withSasl: true },
    { name: 'password', kind: 'secret', withSasl: true },
  ],
  REDIS: [
    { name: 'host', kind: 'text' },
    { name: 'port', kind: 'port' },
    { name: 'timeout', kind: 'milliseconds' },
    { name: 'password', kind: 'secret' },
  ],
} as const satisfies Record<ResourceType, readonly ConfigDefinition[]>;

/** Returns the definitions of a type. */
export const definitionsOf = (type: ResourceType): readonly ConfigDefinition[] => configDefinitions[type];

export const isSasl = (protocol: string | undefined): boolean => protocol?.startsWith('SASL') === true;
/** Everything that is sent can be read on the way. */
export const isPlain = (protocol: string | undefined): boolean => protocol?.endsWith('PLAINTEXT') === true;

const valueIn = (configs: readonly Config[], name: string): string =>
  configs.find((config) => config.name === name)?.value.trim() ?? '';

/** Returns the definitions of the properties that a form shows: a broker that asks nobody has no user. */
export const shownDefinitions = (type: ResourceType, configs: readonly Config[]): readonly ConfigDefinition[] =>
  definitionsOf(type).filter(({ withSasl }) => !withSasl || isSasl(valueIn(configs, 'securityProtocol')));

const isAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
};
/** `broker.example:9092`, or several with commas between them. An IPv6 address stands in brackets. */
const server = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):([1-9]\d{0,4})$/i;
const isServers = (value: string): boolean =>
  value.split(',').every((each) => Number(server.exec(each.trim())?.[2] ?? 65_536) < 65_536);
const nodeName = /^[a-z0-9][a-z0-9._-]{0,199}$/i;
const isNumber = (value: string, most: number): boolean => /^[1-9]\d{0,5}$/.test(value) && Number(value) <= most;
const host = /^(\[?[0-9a-f:.]+\]?|[a-z0-9._-]+)$/i;

/** Returns the names of the nodes, or how many they are; undefined for anything else. */
export const nodesIn = (value: string): Readonly<{ nodes: number; nodeNames?: string[] }> | undefined => {
  if (/^\d+$/.test(value)) return isNumber(value, 999) ? { nodes: Number(value) } : undefined;
  const nodeNames = value.split(',').map((name) => name.trim());
  const isGood = nodeNames.length < 1000 && nodeNames.every((name) => nodeName.test(name));
  return isGood && new Set(nodeNames).size === nodeNames.length ? { nodes: nodeNames.length, nodeNames } : undefined;
};

const problemOf = ({ name, kind, choices }: ConfigDefinition, value: string): string | undefined => {
  switch (kind) {
    case 'address':
      return isAddress(value) ? undefined : 'resource.address-invalid';
    case 'servers':
      return isServers(value) ? undefined : 'resource.servers-invalid';
    case 'choice':
      return choices?.includes(value) ? undefined : 'field.invalid';
    case 'port':
      return isNumber(value, 65_535) ? undefined : 'resource.port-invalid';
    case 'milliseconds':
      return isNumber(value, 60_000) ? undefined : 'resource.timeout-invalid';
    case 'nodes':
      return nodesIn(value) ? undefined : 'resource.clusters-invalid';
    default:
      return name === 'host' && !host.test(value) ? 'resource.host-invalid' : undefined;
  }
};

export const configSchema = z.strictObject({
  name: z.string().check(z.trim(), atMost(configNameLimit)),
  value: z.string().check(z.trim(), atMost(configValueLimit)),
});

/** What the rules of properties look at. `id` 0 is a new resource, whose secrets must be given. */
type Checked = Readonly<{
  id: number;
  type: ResourceType;
  configs: readonly Config[];
  allowPlaintext?: boolean | undefined;
}>;

const customProblem = (name: string, names: readonly string[]): string | undefined => {
  if (name === '') return 'resource.custom-name-required';
  return names.filter((other) => other === name).length > 1 ? 'resource.custom-name-taken' : undefined;
};

/** Refuses properties that are missing, wrong or there twice. The problem stands at its row. */
export const configProblems = ({ id, type, configs, allowPlaintext }: Checked, context: z.core.$RefinementCtx) => {
  const refuseAt = (path: (string | number)[], message: string, params?: Record<string, string | number>) =>
    context.addIssue({ code: 'custom', path, message, input: '', ...(params ? { params } : {}) });
  const names = configs.map(({ name }) => name.trim());
  const isPredefined = new Set(definitionsOf(type).map(({ name }) => name));
  const custom = names.flatMap((name, index) => (isPredefined.has(name) ? [] : [{ name, index }]));
  for (const { name, index } of custom) {
    const problem = customProblem(name, names);
    if (problem) refuseAt(['configs', index, 'name'], problem);
  }
  if (custom.length > customLimit) refuseAt(['configs'], 'resource.custom-too-many', { maximum: customLimit });
  for (const definition of shownDefinitions(type, configs)) {
    const { name } = definition;
    const index = names.indexOf(name);
    const value = valueIn(configs, name);
    const path = index < 0 ? ['configs'] : ['configs', index, 'value'];
    if (names.lastIndexOf(name) !== index)
      refuseAt(['configs', names.lastIndexOf(name), 'name'], 'resource.custom-name-taken');
    // A saved secret is never read again, so an empty field leaves it as it is.
    if (value === '' && (definition.isOptional || (definition.kind === 'secret' && id !== 0))) continue;
    if (value === '') refuseAt(path, `resource.${name.toLowerCase()}-required`);
    else {
      const problem = problemOf(definition, value);
      if (problem) refuseAt(path, problem);
    }
  }
  if (type === 'KAFKA' && isPlain(valueIn(configs, 'securityProtocol')) && allowPlaintext !== true)
    refuseAt(['allowPlaintext'], 'resource.plaintext-not-ticked');
};
