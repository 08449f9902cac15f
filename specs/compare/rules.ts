import type { ChangeCode, Verdict } from '#domain/api/comparison.ts';

/** Where a schema is used. Callers send what is in requests and read what is in responses. */
export type Use = Readonly<{ request: boolean; response: boolean }>;

/** The verdict of a rule in requests and responses. `like` names the checks of oasdiff that judge alike, or why none does. */
type Rule = Readonly<{ what: ChangeCode; request: Verdict; response: Verdict; like: string }>;

const rule = (what: ChangeCode, request: Verdict, response: Verdict, like: string): Rule => ({
  what,
  request,
  response,
  like,
});

/**
 * All reported differences and what they mean for callers. The verdicts are those of oasdiff (Apache-2.0,
 * github.com/oasdiff/oasdiff, checker/rules.go: ERR, WARN, INFO) unless `like` says otherwise. oasdiff is a program in
 * Go, so its verdicts are copied into this table.
 */
export const rules = {
  'operation-added': rule('operation-added', 'safe', 'safe', 'endpoint-added'),
  'operation-removed': rule('operation-removed', 'breaks', 'breaks', 'api-removed-without-deprecation'),
  'operation-deprecated': rule('operation-deprecated', 'safe', 'safe', 'endpoint-deprecated'),
  'operation-documented': rule('operation-documented', 'safe', 'safe', 'not listed there'),

  // oasdiff does not look at servers. Each call to the old address is 404.
  'address-changed': rule('address-changed', 'breaks', 'breaks', 'api-path-removed-without-deprecation'),
  'server-removed': rule('server-removed', 'may-break', 'may-break', 'not judged there'),
  // Callers call the gateway. In oasdiff (issue 123) people had to switch such lines off.
  'host-removed': rule('server-removed', 'safe', 'safe', 'not judged there'),
  'server-preferred': rule('default-changed', 'safe', 'safe', 'not judged there'),
  'server-added': rule('server-added', 'safe', 'safe', 'not judged there'),

  'parameter-added': rule('parameter-added', 'safe', 'safe', 'new-optional-request-parameter'),
  'parameter-required-added': rule('parameter-required-added', 'breaks', 'safe', 'new-required-request-parameter'),
  // As a response: a parameter of what the API sends, for who reads it.
  'parameter-removed': rule('parameter-removed', 'may-break', 'may-break', 'request-parameter-removed'),
  'parameter-required-removed': rule(
    'parameter-removed',
    'may-break',
    'breaks',
    'request-parameter-removed, required-response-header-removed',
  ),
  'parameter-required': rule('now-required', 'breaks', 'safe', 'request-parameter-become-required'),
  'parameter-optional': rule('now-optional', 'safe', 'breaks', 'request-parameter-become-optional'),
  // oasdiff also reports an added or removed default as an error. Mostly it only documents what was always so.
  'default-changed': rule('default-changed', 'may-break', 'safe', 'request-parameter-default-value-changed, weaker'),

  'body-added': rule('body-added', 'safe', 'safe', 'request-body-added-optional'),
  'body-required-added': rule('body-required-added', 'breaks', 'safe', 'request-body-added-required'),
  'body-removed': rule('body-removed', 'breaks', 'safe', 'request-body-removed'),
  'body-required': rule('now-required', 'breaks', 'safe', 'request-body-became-required'),
  'body-optional': rule('now-optional', 'safe', 'breaks', 'request-body-became-optional'),
  'media-type-added': rule('media-type-added', 'safe', 'safe', 'request-, response-media-type-added'),
  'media-type-removed': rule('media-type-removed', 'breaks', 'breaks', 'request-, response-media-type-removed'),

  'response-added': rule('response-added', 'safe', 'safe', 'response-success-status-added'),
  'response-removed': rule('response-removed', 'safe', 'breaks', 'response-success-status-removed'),
  'failure-removed': rule('response-removed', 'safe', 'safe', 'response-non-success-status-removed'),
  'header-added': rule('header-added', 'safe', 'safe', 'response-header-added'),
  'header-removed': rule('header-removed', 'safe', 'may-break', 'optional-response-header-removed'),
  'header-required-removed': rule('header-removed', 'safe', 'breaks', 'required-response-header-removed'),

  'header-required': rule('now-required', 'safe', 'safe', 'not listed there'),
  'header-optional': rule('now-optional', 'safe', 'breaks', 'response-header-became-optional'),

  'security-changed': rule('security-changed', 'safe', 'safe', 'api-security-removed'),
  // oasdiff only informs. A caller who is refused now is broken.
  'security-tightened': rule('security-tightened', 'breaks', 'safe', 'api-security-added, stronger'),

  'schema-added': rule('schema-added', 'safe', 'safe', 'not listed there'),
  'schema-removed': rule('schema-removed', 'safe', 'safe', 'api-schema-removed'),
  'schema-documented': rule('schema-documented', 'safe', 'safe', 'not listed there'),

  'property-added': rule('property-added', 'safe', 'safe', 'new-optional-request-property, response-property-added'),
  'property-required-added': rule('property-required-added', 'breaks', 'safe', 'new-required-request-property'),
  // The schema before refused unknown properties. Callers hardly check what they read, so this is as above.
  'property-added-closed': rule('property-added', 'safe', 'safe', 'as property-added'),
  'property-required-added-closed': rule('property-required-added', 'breaks', 'safe', 'as property-required-added'),
  'property-removed': rule(
    'property-removed',
    'may-break',
    'may-break',
    'request-, response-optional-property-removed',
  ),
  'property-required-removed': rule(
    'property-removed',
    'may-break',
    'breaks',
    'request-property-removed, response-required-property-removed',
  ),
  // The schema refused unknown properties before and after.
  'property-removed-closed': rule('property-removed', 'may-break', 'may-break', 'as property-removed'),
  // The schema refuses unknown properties now, so a caller who still sends this one fails.
  'property-refused': rule('property-removed', 'breaks', 'breaks', 'request-property-removed, stronger'),
  'property-required': rule('now-required', 'breaks', 'safe', 'request-property-became-required'),
  'property-optional': rule('now-optional', 'safe', 'breaks', 'response-property-became-optional'),

  'type-narrowed': rule('type-changed', 'breaks', 'safe', 'request-property-list-of-types-narrowed'),
  'type-widened': rule('type-changed', 'safe', 'breaks', 'response-property-list-of-types-widened, -became-nullable'),
  'type-changed': rule('type-changed', 'breaks', 'breaks', 'request-, response-property-type-changed'),

  'values-added': rule('values-added', 'safe', 'may-break', 'response-property-enum-value-added'),
  'values-removed': rule('values-removed', 'breaks', 'safe', 'request-property-enum-value-removed'),
  'values-set': rule('values-removed', 'breaks', 'safe', 'request-property-became-enum'),
  'values-unset': rule('values-added', 'safe', 'may-break', 'as a value that is added'),
  'value-changed': rule('different', 'breaks', 'breaks', 'request-, response-property-const-changed'),

  'limit-set': rule('limit-changed', 'may-break', 'safe', 'request-property-max-set'),
  'limit-tightened': rule('limit-changed', 'breaks', 'safe', 'request-property-max-decreased'),
  'limit-loosened': rule('limit-changed', 'safe', 'breaks', 'response-property-max-increased'),
  'limit-unset': rule('limit-changed', 'safe', 'breaks', 'response-property-max-length-unset'),
  'pattern-set': rule('limit-changed', 'breaks', 'safe', 'request-property-pattern-added'),
  'pattern-changed': rule('limit-changed', 'may-break', 'safe', 'request-property-pattern-changed'),
  'pattern-unset': rule('limit-changed', 'safe', 'safe', 'request-, response-property-pattern-removed'),
  // An added or removed format mostly documents what was always so.
  'form-set': rule('limit-changed', 'may-break', 'safe', 'request-property-type-changed, weaker'),
  'form-unset': rule('limit-changed', 'safe', 'may-break', 'response-property-type-generalized, weaker'),
  'form-changed': rule('limit-changed', 'breaks', 'breaks', 'request-, response-property-type-changed'),

  // A format that no validator knows only documents the value. Another one may mean another value.
  'format-named': rule('limit-changed', 'safe', 'safe', 'request-, response-property-type-changed, weaker'),
  'format-renamed': rule('limit-changed', 'may-break', 'may-break', 'request-, response-property-type-changed, weaker'),

  closed: rule('closed', 'breaks', 'safe', 'not judged there'),
  opened: rule('opened', 'safe', 'safe', 'not judged there'),
  // Any value was or is allowed there, and on the other side only those of a schema.
  'others-narrowed': rule('closed', 'breaks', 'safe', 'not judged there'),
  'others-widened': rule('opened', 'safe', 'breaks', 'not judged there'),

  // For a reader one more alternative is like one more value. In oasdiff oneOf is an error and anyOf is not reported.
  'alternative-added': rule('alternative-added', 'safe', 'may-break', 'response-property-one-of-added, any-of-added'),
  'alternative-removed': rule('alternative-removed', 'breaks', 'safe', 'request-property-one-of-removed'),
  'alternative-beside': rule('alternative-added', 'safe', 'breaks', 'response-body-wrapped-in-one-of'),
  'alternatives-demanded': rule('limit-changed', 'breaks', 'safe', 'request-property-all-of-added'),
  'alternatives-dropped': rule('limit-changed', 'safe', 'may-break', 'request-property-all-of-removed'),

  // How values are written, and by which value an alternative is chosen.
  'written-differently': rule('different', 'breaks', 'breaks', 'request-parameter-style-changed and others'),
  'choice-changed': rule(
    'different',
    'breaks',
    'breaks',
    'request-, response-body-discriminator-property-name-changed',
  ),
  'choice-removed': rule('different', 'breaks', 'safe', 'request-body-discriminator-mapping-deleted'),
  'choice-added': rule('different', 'safe', 'may-break', 'response-body-discriminator-mapping-added'),
  'message-removed': rule('operation-removed', 'breaks', 'breaks', 'webhook-removed'),
  'message-added': rule('operation-added', 'safe', 'safe', 'webhook-added'),
  'payload-removed': rule('body-removed', 'breaks', 'breaks', 'as a response that is removed'),

  // An event of a category (specs/events/).
  'event-removed': rule('event-removed', 'breaks', 'breaks', 'not there: oasdiff knows no events'),
  'event-added': rule('event-added', 'safe', 'safe', 'not there: oasdiff knows no events'),

  // Rare keywords without a rule above: callers have to look.
  different: rule('different', 'may-break', 'may-break', 'their checks of if, not, contains and others, weaker'),
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof rules;

const severity: Readonly<Record<Verdict, number>> = { breaks: 2, 'may-break': 1, safe: 0 };

/** Returns the worse verdict of a rule for requests and responses, as far as the schema is used in them. */
export const verdictOf = (name: RuleName, { request, response }: Use): Verdict => {
  const { request: sent, response: read } = rules[name];
  const [one, other]: Verdict[] = [request ? sent : 'safe', response ? read : 'safe'];
  return severity[one ?? 'safe'] >= severity[other ?? 'safe'] ? (one ?? 'safe') : (other ?? 'safe');
};
