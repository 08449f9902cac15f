import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { ownersProblem } from './owner-lines.ts';
import { applicationBody } from './schema.ts';

const form = { name: 'Till', description: 'Takes money', organizationId: 2, external: false };
const wrong = (change: object) => {
  const { error } = applicationBody.safeParse({ ...form, ...change });
  return error ? problemsOf(error).map(({ field, code }) => [field, code]) : [];
};

describe('the form of an application', () => {
  it.each([
    ['no more than what is required', {}],
    ['texts of 1000 letters', { description: 'x'.repeat(1000), owners: 'x'.repeat(1000) }],
    ['contact and owners, which the server looks at', { contact: 'nobody', owners: 'nobody\nneither' }],
  ])('takes %s', (_what, change) => {
    expect(wrong(change)).toEqual([]);
  });

  it.each([
    ['name', [undefined, '', ' '], 'application.name-required'],
    ['description', [undefined, '', ' '], 'application.description-required'],
    ['organizationId', [undefined, null, 0, 'Acme'], 'application.organization-required'],
    ['external', [undefined, null, '1'], 'application.type-required'],
    ['description', ['x'.repeat(1001)], 'field.too-long'],
    ['owners', ['x'.repeat(1001)], 'field.too-long'],
    ['ownerApps', [[]], 'field.unknown'],
  ] as const)('asks for a right %s', (field, values, code) => {
    for (const value of values) expect(wrong({ [field]: value }), String(value)).toEqual([[field, code]]);
  });

  it.each([
    ['mia@harbour.example', undefined],
    ['mia@harbour.example\n\n  ole@harbour.example ', undefined],
    ['', undefined],
    ['mia@harbour.example\nole', 2],
    ['mia', 1],
    ['mia@harbour.example, ole@harbour.example', 1],
  ])('reads the owners %j line by line', (owners, line) => {
    const problem = { code: 'application.owner-invalid', field: 'owners', parameters: { line } };
    expect(ownersProblem(owners)).toEqual(line === undefined ? undefined : problem);
  });
});
