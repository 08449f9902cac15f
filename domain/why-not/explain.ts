import type { Actor } from '../core/actor.ts';
import {
  type Action,
  authorizationTable,
  type Condition,
  type Fact,
  facts,
  factsOf,
  type Resource,
} from '../core/authorization.ts';

/**
 * What an explanation has to know of a fact.
 *
 * @property of        the part of the thing that it looks at. Null: it looks at the person alone.
 * @property changedBy the row of the table for whoever can make it true. Null: nobody can.
 */
type Trait = Readonly<{ of: Exclude<keyof Resource, 'apiId'> | null; changedBy: Action | null }>;

const traits: Readonly<Record<Fact, Trait>> = {
  internal: { of: null, changedBy: 'organization.save' },
  portalAdmin: { of: null, changedBy: 'user.administer' },
  gatewayAdmin: { of: null, changedBy: 'user.administer' },
  support: { of: null, changedBy: 'user.administer' },
  auditor: { of: null, changedBy: 'user.administer' },
  companyAdmin: { of: null, changedBy: 'user.manage' },
  member: { of: null, changedBy: 'user.manage' },
  onlyUser: { of: null, changedBy: 'user.manage' },
  maintainer: { of: 'applicationId', changedBy: 'application.change' },
  ownOrganization: { of: 'organizationId', changedBy: 'user.administer' },
  ofInternal: { of: 'organizationExternal', changedBy: 'organization.save' },
  granted: { of: 'granted', changedBy: 'access.decide' },
  maintainersDecide: { of: 'maintainersDecide', changedBy: 'application.let-decide' },
  self: { of: 'userId', changedBy: null },
};

/** Returns the row of the table for whoever can make a fact true; null when nobody can. */
export const changerOf = (fact: Fact): Action | null => traits[fact].changedBy;

/** Returns whether a fact depends on the thing, not on the person alone. */
export const isOfThing = (fact: Fact): boolean => traits[fact].of !== null;

/** Returns the parts of a thing that the rules of an action look at. */
export const partsOf = (action: Action): ReadonlySet<keyof Resource> =>
  new Set(authorizationTable[action].flatMap((rule) => factsOf(rule).flatMap((fact) => traits[fact].of ?? [])));

/** Null: it depends on a thing, or on a part of it, that is not known. */
type Met = boolean | null;

/** `depends`: some things would be allowed. */
export const verdicts = ['allowed', 'depends', 'refused'] as const;

type ExplainedRule = Readonly<{ rule: Condition; facts: readonly Readonly<{ fact: Fact; met: Met }>[] }>;

/** @property rules those of the action, the nearest to being true first. */
export type Explained = Readonly<{ verdict: (typeof verdicts)[number]; rules: readonly ExplainedRule[] }>;

const metBy = (actor: Actor, fact: Fact, resource: Resource): Met => {
  const { of } = traits[fact];
  return of !== null && resource[of] === undefined ? null : facts[fact](actor, resource);
};

const weights = new Map<Met, number>([
  [true, 0],
  [null, 1],
  [false, 1_000],
]);
const distanceOf = ({ facts }: ExplainedRule): number =>
  facts.reduce((sum, { met }) => sum + (weights.get(met) ?? 0), 0);

/** Explains what `may` decides, by the same table and the same facts. */
export const explain = (actor: Actor, action: Action, resource: Resource = {}): Explained => {
  const rules = authorizationTable[action]
    .map(
      (rule): ExplainedRule => ({
        rule,
        facts: factsOf(rule).map((fact) => ({ fact, met: metBy(actor, fact, resource) })),
      }),
    )
    .sort((one, other) => distanceOf(one) - distanceOf(other));
  const nearest = Math.min(...rules.map(distanceOf));
  return { verdict: nearest === 0 ? 'allowed' : nearest < 1_000 ? 'depends' : 'refused', rules };
};

/** Returns the facts that were missing, the nearest rule's first. Where a thing decides, only what depends on it. */
export const missingOf = ({ verdict, rules }: Explained): Fact[] => {
  if (verdict === 'allowed') return [];
  const wanted = verdict === 'refused' ? false : null;
  return [...new Set(rules.flatMap(({ facts }) => facts.flatMap(({ fact, met }) => (met === wanted ? fact : []))))];
};
