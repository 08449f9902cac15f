import { changesOf, type HistoryChange, type HistoryValue, type HistoryValues } from '../core/changes.ts';
import type { HistoryPlace } from '../core/history.ts';
import type { DeploymentConfig, DeploymentEvent } from './deployment.ts';
import { emptyRequestTransformer, type RequestTransformer, requestTransformerLists } from './request-transformer.ts';
import { emptyResponseTransformer, responseTransformerLists } from './response-transformer.ts';
import { splitEntry } from './transformer-list.ts';

/** The place of each event in an API's history. */
export const deploymentHistory = {
  DeploymentRequested: 'deployment',
  UndeploymentRequested: 'deployment',
  DeploymentApplied: 'outcome',
  DeploymentFailed: 'outcome',
  DeploymentRemoved: 'outcome',
  MoveEndPlanned: 'deployment',
} as const satisfies Record<DeploymentEvent['type'], HistoryPlace>;

const prefixed = <Name extends string>(
  prefix: string,
  names: readonly Name[],
  lists: Readonly<Record<Name, readonly string[]>>,
): HistoryValues => Object.fromEntries(names.map((name) => [`${prefix}.${name}`, lists[name]]));

/** Returns the values of a request transformer. Null: none. */
export const requestTransformerValues = (lists: RequestTransformer | null): HistoryValues =>
  prefixed('requestTransformer', requestTransformerLists, lists ?? emptyRequestTransformer);

const corsValues = (cors: DeploymentConfig['cors']): HistoryValues => ({
  corsOrigins: cors?.origins ?? null,
  corsMethods: cors?.methods ?? null,
  corsHeaders: cors?.headers ?? null,
  corsCredentials: cors?.credentials ?? false,
  corsMaxAge: cors?.maxAge ?? null,
});

const valuesOf = (config: DeploymentConfig): HistoryValues => ({
  name: config.name,
  contextPath: config.contextPath,
  upstreamUrl: config.upstreamUrl,
  authentication: config.authentication,
  keyInQuery: config.authentication !== 'oauth2' && config.keyInQuery !== false,
  tokenExpiration: config.authentication === 'apikey' ? null : config.tokenExpiration,
  ratePerMinute: config.ratePerMinute,
  countsTogether: config.countsTogether === true,
  countedIn: config.redis?.name ?? null,
  allowedAddresses: config.allowedAddresses,
  refusesBots: config.refusesBots,
  ...corsValues(config.cors),
  ...requestTransformerValues(config.requestTransformer),
  ...prefixed('responseTransformer', responseTransformerLists, config.responseTransformer ?? emptyResponseTransformer),
  lockedRevision: config.lockdown?.revision ?? null,
});

/** Returns a deployment's changed fields. For a new one: all set fields except the path, which is in the entry's title. */
export const deploymentChanges = (from: DeploymentConfig | null, to: DeploymentConfig): HistoryChange[] =>
  changesOf(from ? valuesOf(from) : { contextPath: to.contextPath }, valuesOf(to));

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
