import { describe, expect, it } from 'vitest';
import type { Destination } from '../../components/layout/next-steps.tsx';
import { choicesOf, stageOf } from './stages.ts';

const stage = (search: string) => stageOf(new URLSearchParams(search));

const all = { addKey: true };
const maintainer = { roles: ['ROLE_COMPANY_USER'], ownerApps: [{ id: 4 }] } as const;
const companyAdmin = { roles: ['ROLE_COMPANY_ADMIN'], ownerApps: [] } as const;
const portalAdmin = { roles: ['ROLE_PORTAL_ADMIN'], ownerApps: [] } as const;

const choices = (search: string, user: Parameters<typeof choicesOf>[1], may = all) => {
  const found = stage(search);
  if (!found) throw new Error('no stage');
  return choicesOf(found, user, may).map(({ destination, href }): [Destination, string] => [destination, href]);
};

describe('the onboarding wizard', () => {
  it.each(['', 'action=other&id=7', 'action=create-consumer', 'action=create-consumer&id=x', 'action=spec-saved&id=7'])(
    'does not open for %j',
    (search) => expect(stage(search)).toBeUndefined(),
  );

  it('offers after a new application: uploading a spec, writing one, or the list of applications', () => {
    expect(choices('action=add-api&app=9', maintainer)).toEqual([
      ['upload', '/api-upload?bizappId=9'],
      ['create', '/tools/editor?app=9'],
      ['apps', '/my/applications'],
      ['wall', '/wall'],
    ]);
    expect(choices('action=add-api', portalAdmin)).toContainEqual(['apps', '/applications']);
  });

  it('selects the application of a person who has only one', () => {
    expect(choices('action=add-api', maintainer)).toContainEqual(['upload', '/api-upload?bizappId=4']);
    expect(choices('action=add-api', { ...maintainer, ownerApps: [{ id: 4 }, { id: 5 }] })).toContainEqual([
      'upload',
      '/api-upload',
    ]);
  });

  it('offers a company admin to add a key for their own organization after a deployment', () => {
    expect(choices('action=create-consumer&id=7&name=Orders&org=2&deployment=9', companyAdmin)).toEqual([
      ['add-key', '/wall?dock=api:7/keys:7;2;9'],
      ['wall', '/wall'],
    ]);
  });

  it.each([
    ['a portal admin', portalAdmin],
    ['a maintainer', maintainer],
  ])('after a deploy lets %s add a consumer of any organization', (_who, user) => {
    expect(choices('action=create-consumer&id=7&name=Orders&deployment=9', user)[0]).toEqual([
      'create-consumer',
      '/wall?dock=api:7/keys:7;;9',
    ]);
    expect(choices('action=create-consumer&id=7', user)[0]).toEqual(['create-consumer', '/wall?dock=api:7/keys:7']);
  });

  it('offers the details to people who may not add keys', () => {
    expect(choices('action=create-consumer&id=7', companyAdmin, { addKey: false })[0]).toEqual([
      'details',
      '/wall?dock=api:7',
    ]);
  });
});
