import { describe, expect, it } from 'vitest';
import type { Actor } from '../core/actor.ts';
import { type Action, authorizationTable, type Fact, facts, may, type Resource } from '../core/authorization.ts';
import { roles } from '../core/role.ts';
import { changerOf, explain, missingOf } from './explain.ts';

const everyAction = Object.keys(authorizationTable) as Action[];

const actor = (change: Partial<Actor> = {}): Actor => ({
  userId: 1,
  organizationId: 1,
  organizationExternal: false,
  roles: ['ROLE_COMPANY_USER'],
  ownerApps: [],
  ...change,
});

const people: Actor[] = [true, false].flatMap((organizationExternal) =>
  [[], [7]].flatMap((ownerApps) =>
    [[], ...roles.map((role) => [role])].map((some) => actor({ organizationExternal, ownerApps, roles: some })),
  ),
);

/** Whole things: nothing of them is unknown. */
const things: Resource[] = [1, 2].flatMap((number) =>
  [true, false].flatMap((isTrue) =>
    [7, 8, null].map((applicationId) => ({
      applicationId,
      organizationId: number,
      organizationExternal: isTrue,
      granted: isTrue,
      maintainersDecide: isTrue,
      userId: number,
    })),
  ),
);

describe('an explanation', () => {
  it('says what the table decides, for everybody, everything and every action', () => {
    const wrong = everyAction.flatMap((action) =>
      people.flatMap((person) =>
        things.filter(
          (thing) => explain(person, action, thing).verdict !== (may(person, action, thing) ? 'allowed' : 'refused'),
        ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('names for each refusal all that is missing, and a row of the table for whoever can change it', () => {
    const named = new Set<Fact>();
    for (const action of everyAction)
      for (const person of people)
        for (const thing of [{}, ...things]) {
          const explained = explain(person, action, thing);
          if (explained.verdict === 'allowed') continue;
          const missing = missingOf(explained);
          if (missing.length === 0) throw new Error(`${action} is refused for nothing`);
          for (const fact of missing) named.add(fact);
        }
    expect([...named].filter((fact) => changerOf(fact) === null)).toEqual(['self']);
    expect([...named].sort()).toEqual(Object.keys(facts).sort());
  });

  it('puts the nearest rule first', () => {
    const { verdict, rules } = explain(actor(), 'consumer.add', {
      organizationId: 1,
      granted: false,
      applicationId: 8,
    });
    expect(verdict).toBe('refused');
    expect(rules[0]).toEqual({
      rule: 'grantedMemberOfIt',
      facts: [
        { fact: 'member', met: true },
        { fact: 'ownOrganization', met: true },
        { fact: 'granted', met: false },
      ],
    });
  });

  it('does not decide about what nobody named', () => {
    const admin = actor({ roles: ['ROLE_COMPANY_ADMIN'] });
    const open = explain(admin, 'consumer.remove');
    expect([open.verdict, missingOf(open)]).toEqual(['depends', ['ownOrganization', 'maintainer', 'ofInternal']]);
    expect(explain(actor({ roles: ['ROLE_AUDITOR'] }), 'consumer.remove').verdict).toBe('depends');
    expect(explain(actor({ roles: ['ROLE_AUDITOR'] }), 'user.administer', { organizationId: 1 }).verdict).toBe(
      'refused',
    );
    // An API without an application is known: nobody maintains it.
    expect(explain(actor(), 'api.publish', { applicationId: null }).verdict).toBe('refused');
    expect(explain(actor(), 'api.publish').verdict).toBe('depends');
  });

  it('is changed by somebody other than whom it refuses, for each fact that can be changed', () => {
    const portalAdmin = actor({ roles: ['ROLE_PORTAL_ADMIN'] });
    for (const fact of Object.keys(facts) as Fact[]) {
      const by = changerOf(fact);
      if (by) expect(may(portalAdmin, by), fact).toBe(true);
    }
  });
});
