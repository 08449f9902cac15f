import type { ApiDetails } from '../api/api.ts';
import type { ConsumerSettings } from '../consumer/consumer.ts';
import { rateLimitWindows } from '../consumer/rate-limit.ts';
import { changesOf, type HistoryChange, type HistoryValue, type HistoryValues as Values } from '../core/changes.ts';
import type { DeploymentConfig } from '../deployment/deployment.ts';
import { emptyRequestTransformer, requestTransformerLists } from '../deployment/request-transformer.ts';
import { emptyResponseTransformer, responseTransformerLists } from '../deployment/response-transformer.ts';
import { splitEntry } from '../deployment/transformer-list.ts';

const prefixed = <Name extends string>(
  prefix: string,
  names: readonly Name[],
  lists: Readonly<Record<Name, readonly string[]>>,
): Values => Object.fromEntries(names.map((name) => [`${prefix}.${name}`, lists[name]]));

const valuesOfDeployment = (config: DeploymentConfig): Values => ({
  name: config.name,
  contextPath: config.contextPath,
  upstreamUrl: config.upstreamUrl,
  authentication: config.authentication,
  keyInQuery: config.authentication !== 'oauth2' && config.keyInQuery !== false,
  tokenExpiration: config.authentication === 'apikey' ? null : config.tokenExpiration,
  ratePerMinute: config.ratePerMinute,
  countsTogether: config.countsTogether === true,
  allowedAddresses: config.allowedAddresses,
  refusesBots: config.refusesBots,
  ...prefixed('requestTransformer', requestTransformerLists, config.requestTransformer),
  ...prefixed('responseTransformer', responseTransformerLists, config.responseTransformer ?? emptyResponseTransformer),
  lockedRevision: config.lockdown?.revision ?? null,
});

/** Returns a deployment's changed fields. For a new one: all set fields except the path, which is in the entry's title. */
export const deploymentChanges = (from: DeploymentConfig | null, to: DeploymentConfig): HistoryChange[] =>
  changesOf(from ? valuesOfDeployment(from) : { contextPath: to.contextPath }, valuesOfDeployment(to));

const callsField = { minute: 'callsPerMinute', hour: 'callsPerHour', day: 'callsPerDay' } as const;

const valuesOfLimit = (rateLimit: ConsumerSettings['rateLimit']): Values => ({
  ...Object.fromEntries(
    rateLimitWindows.map((window) => [callsField[window], rateLimit?.window === window ? rateLimit.calls : null]),
  ),
  limitPolicy: rateLimit?.policy ?? null,
});

/** Returns what changed of a limit of keys. */
export const limitChanges = (from: ConsumerSettings['rateLimit'], to: ConsumerSettings['rateLimit']): HistoryChange[] =>
  changesOf(valuesOfLimit(from), valuesOfLimit(to));

const valuesOfKey = ({ nickname, rateLimit, requestTransformer }: ConsumerSettings): Values => ({
  nickname,
  ...valuesOfLimit(rateLimit),
  ...prefixed('requestTransformer', requestTransformerLists, requestTransformer ?? emptyRequestTransformer),
});

/** Returns a key's changed settings. For a new key: all set ones except the nickname, which is in the entry's title. */
export const keyChanges = (from: ConsumerSettings | null, to: ConsumerSettings): HistoryChange[] =>
  changesOf(from ? valuesOfKey(from) : { nickname: to.nickname }, valuesOfKey(to));

/** @param areaOf returns the name of a business area. */
export const detailChanges = (from: ApiDetails, to: ApiDetails, areaOf: (id: number) => string): HistoryChange[] => {
  const valuesOf = ({ name, description, sourceRepo, businessAreaId }: ApiDetails): Values => ({
    name,
    description,
    sourceRepo,
    businessArea: businessAreaId === null ? null : areaOf(businessAreaId),
  });
  return changesOf(valuesOf(from), valuesOf(to));
};

/** Lists with values. A value may be a secret of the target. */
const hasValues = /^re(quest|sponse)Transformer\.(add|append|replace)/;

/** Removes the values of transformers, for people who may not read them. Names stay. */
export const withoutWrittenValues = (changes: readonly HistoryChange[]): HistoryChange[] => {
  const names = (value: HistoryValue): HistoryValue =>
    Array.isArray(value) ? value.map((entry: string) => splitEntry(entry)[0]) : value;
  return changes.map((change) =>
    hasValues.test(change.field) ? { ...change, from: names(change.from), to: names(change.to) } : change,
  );
};
