import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compareSpecs } from './compare-specs.ts';

const folder = new URL('../fixtures/pairs/', import.meta.url);
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as { older: unknown; newer: unknown };

/** What somebody who reads both versions says of what changed for callers; what is not named is safe. */
const judged: Readonly<Record<string, readonly string[]>> = {
  'netlify-2.5-2.10': ['breaks | POST /sites/{site_id}/rollback | operation-removed'],
  // A value is written with another sign: the old one is not taken any more, and the new one comes.
  'netlify-2.10-2.20': [
    'breaks | POST /accounts/{account_id}/env | values-removed | body application/json[].scopes[]',
    'breaks | POST /{account_slug}/members | body-required-added',
    'may-break | POST /accounts/{account_id}/env | values-added | 201 application/json[].scopes[]',
    'may-break | POST /accounts/{account_id}/env | values-added | 201 application/json[].values[].context',
    'may-break | POST /{account_slug}/members | parameter-removed | query email',
    'may-break | POST /{account_slug}/members | parameter-removed | query role',
  ],
  // Two roles have other names.
  'netlify-2.20-2.30': [
    'breaks | PUT /{account_slug}/members/{member_id} | values-removed | body application/json.role',
  ],
  // Once a list of users, now the user: what was in the list is not told once more.
  'netlify-2.30-2.40': ['breaks | GET /user | type-changed | 200 application/json'],
  'netlify-2.40-2.50': [
    'breaks | POST /sites/{site_id}/builds | media-type-removed | body application/json',
    'may-break | GET /accounts/{account_id}/env/{key} | values-added | 200 application/json.values[].context',
  ],
  'netlify-2.50-2.60': [
    'breaks | POST /sites/{site_id}/database/branch | property-required-added | body application/json.branch_id',
    'may-break | POST /sites/{site_id}/database/branch | property-removed | body application/json.deploy_id',
    'may-break | POST /sites/{site_id}/database/snapshot | property-removed | body application/json.branch_name',
  ],
  // It may be null, and is always there.
  'figma-0.10-0.20': ['breaks | Comment | type-changed | order_id'],
  'figma-0.20-0.27': ['breaks | GET /v1/analytics/libraries/{file_key}/usages | operation-removed'],
  // One more scope is asked for.
  'figma-0.27-0.31': ['breaks | GET /v1/me | security-tightened'],
  // Two properties have schemas of a name now, which say the same.
  'figma-0.31-0.36': ['may-break | GET /v1/files/{file_key}/meta | values-added | 200 application/json.editorType'],
  'figma-0.36-0.43': [
    'may-break | LocalVariable | alternative-added | valuesByMode.*',
    'may-break | VariableScope | values-added',
    'may-break | VariableValue | alternative-added',
  ],
  // The scheme has another name and the same header; a header Content-Type says what the body says.
  'blockfrost-0.1.54-0.1.60': ['breaks | POST /tx/submit | body-required-added'],
  // One value that was five with signs between them.
  'blockfrost-0.1.60-0.1.73': [
    'may-break | POST /ipfs/pin/add/{IPFS_path} | values-added | 200 application/json.state',
    'may-break | asset | values-added | onchain_metadata_standard',
  ],
  'blockfrost-0.1.73-0.1.84': [
    'breaks | drep_metadata | type-changed | bytes',
    'may-break | script | values-added | type',
  ],
  'blockfrost-0.1.84-0.1.93': ['may-break | tx_content_redeemers | values-added | [].purpose'],
  'rclone-1.74-1.75': ['may-break | POST /config/create | property-removed | 200 application/json.jobid'],
  'github-10-14': [
    'breaks | POST /repos/{owner}/{repo}/code-scanning/sarifs | closed | body application/json',
    'breaks | POST /repos/{owner}/{repo}/code-scanning/sarifs | limit-changed | body application/json.ref',
  ],
  'github-14-16': [
    'breaks | GET /repositories/{repository_id}/environments/{environment_name}/variables | operation-removed',
  ],
  // A number in a query is a text as well.
  'github-16-18': [
    'breaks | PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users | now-required | body',
    'may-break | rule-suites | values-added | [].evaluation_result',
  ],
  'github-18-20': [
    'breaks | GET /zen | media-type-removed | 200 application/json',
    'breaks | PUT /repos/{owner}/{repo}/actions/secrets/{secret_name} | now-required | body application/json.encrypted_value',
    'breaks | PUT /repos/{owner}/{repo}/actions/secrets/{secret_name} | now-required | body application/json.key_id',
  ],
  // Longer than callers were told.
  'github-20-23': [
    'breaks | code-scanning-analysis-commit-sha | limit-changed',
    'may-break | GET /organizations/{org}/settings/billing/usage | parameter-removed | query hour',
  ],
  // Two forms of a body have become one that holds both, and of two properties one is enough: nobody fails.
  'github-14-23': [],
};

it.each(Object.entries(judged))('%s is judged as a person judges it', (name, lines) => {
  const { older, newer } = read(name);
  const { changes, breaking, maybe } = compareSpecs(older, newer);
  const notable = changes
    .filter(({ verdict }) => verdict !== 'safe')
    .map(({ verdict, subject, what, place }) => [verdict, subject, what, place].filter(Boolean).join(' | '));
  expect(notable.sort()).toEqual([...lines].sort());
  expect(breaking + maybe).toBe(lines.length);
});

it('no pair is left out, and a version against itself is the same', () => {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''));
  expect(names.sort()).toEqual(Object.keys(judged).sort());
  expect(names.length).toBeGreaterThanOrEqual(20);
  for (const name of names) {
    const { older, newer } = read(name);
    for (const one of [older, newer]) expect(compareSpecs(one, structuredClone(one)).total, name).toBe(0);
  }
});
