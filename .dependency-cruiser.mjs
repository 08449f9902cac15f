/** Which folder may import which (ARCHITECTURE.md, "Where a line of code belongs"). */
const floors = {
  domain: [],
  platform: ['domain'],
  specs: ['domain', 'platform'],
  gateway: ['domain', 'platform'],
  kafka: ['domain', 'platform', 'gateway'],
  eventstore: ['domain', 'platform'],
  projections: ['domain', 'platform', 'eventstore'],
  workers: ['domain', 'platform', 'eventstore', 'gateway', 'kafka', 'specs'],
  bff: ['domain', 'platform', 'eventstore', 'gateway', 'kafka', 'specs', 'locales'],
  web: ['domain', 'locales'],
};

/** Single files that are open to others: what the read tables hold, rules about it, waiting for it, and building it anew. */
const open = {
  bff: [
    'projections/(rebuild|read-tables|read-path|wait-for-position|address-in-use|behind-keys|key-label|deployment-at-host|may-work|unheard-days|taken-names|person|personal-data|registration-queue|review-lines-in-force|deciding-maintainers|desk-holders).ts',
  ],
  workers: [
    'projections/(read-tables|read-path|wait-for-position|address-in-use|behind-keys|key-label|deployment-at-host|may-work|unheard-days|taken-names|person|personal-data|registration-queue|review-lines-in-force|deciding-maintainers|desk-holders).ts',
  ],
};

/** Tests, and what only they use, may import anything. */
const machinery =
  'vitest\\.config|\\.test\\.tsx?$|examples\\.ts$|^web/(test|vite)|/fixtures?/|^(eventstore|kafka)/contract/';
const product = `^(${Object.keys(floors).join('|')}|migrations)/`;

const floorRules = Object.entries(floors).map(([folder, below]) => ({
  name: `floors-of-${folder}`,
  comment: `${folder} may import ${below.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: {
    pathNot: [`^(${[folder, ...below].join('|')})/`, ...(open[folder] ?? []).map((file) => `^${file}$`)],
    dependencyTypesNot: ['npm', 'npm-dev', 'core', 'undetermined'],
  },
}));

export default {
  forbidden: [
    ...floorRules,
    { name: 'no-circle-of-files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      comment: 'Rules run in browsers, and need no machine: zod/mini is all they use.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '/zod/mini/' },
    },
    {
      name: 'operations-know-no-noun',
      comment: 'A noun registers its operations (docs/decisions/0080-what-an-operation-is-about.md).',
      severity: 'error',
      from: { path: '^(domain/operation|workers/engine)/' },
      to: {
        path: '^(domain|workers)/',
        pathNot: '^(domain/(core|operation|operation-kinds)/|domain/event-catalogue\\.ts$|workers/engine/)',
      },
    },
    {
      name: 'engine-knows-no-resource',
      comment:
        'A kind of resource is registered in workers/resources.ts. The services of all handlers are stated in one file.',
      severity: 'error',
      from: { path: '^workers/engine/' },
      to: { path: '^gateway/' },
    },
    {
      name: 'one-door-to-the-log',
      comment: 'Which database holds the log is known inside eventstore/ only: openEventStore chooses it.',
      severity: 'error',
      from: { pathNot: '^eventstore/' },
      to: { path: '^eventstore/(postgres|kurrentdb)/' },
    },
    {
      name: 'connections-from-one-place',
      comment: 'A connection without a listener ends its process when it is cut: createPool and createClient have one.',
      severity: 'error',
      from: { path: product, pathNot: `^platform/database\\.ts$|${machinery}` },
      to: { path: '/pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'small-zod-in-browsers',
      comment: 'zod/mini, which is a third of zod. See docs/decisions/0042-validation-and-classes.md.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '/zod/index\\.' },
    },
    {
      name: 'features-share-what-is-shared',
      comment: 'Of another feature only its shared/ may be imported.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/($1|[^/]+/shared)/' },
    },
    {
      name: 'details-share-what-is-shared',
      comment: 'APIs and organizations show parts of other nouns, which import their shared/ only: no circle.',
      severity: 'error',
      from: { path: '^bff/(?!operator/)([^/]+)/' },
      to: { path: '^bff/(api|organization)/', pathNot: '^bff/($1|[^/]+/shared)/' },
    },
    {
      name: 'shared-knows-no-noun',
      comment: 'It stands below all nouns that import it.',
      severity: 'error',
      from: { path: '^bff/[^/]+/shared/' },
      to: { path: '^bff/', pathNot: '^bff/([^/]+/shared|http|input|documents|sql)/' },
    },
    {
      name: 'web-imports-downwards',
      comment: 'i18n and api, then components, then features, then app.',
      severity: 'error',
      from: { path: '^web/(api|i18n|components)/' },
      to: { path: '^web/(features|app)/' },
    },
    { name: 'features-know-no-app', severity: 'error', from: { path: '^web/features/' }, to: { path: '^web/app/' } },
    { name: 'api-shows-nothing', severity: 'error', from: { path: '^web/api/' }, to: { path: '^web/components/' } },
    {
      name: 'texts-know-texts',
      severity: 'error',
      from: { path: '^web/i18n/' },
      to: { path: '^web/', pathNot: '^web/i18n/' },
    },
    {
      name: 'sandbox-gateway-stands-alone',
      comment: 'A package of its own: it imports nothing of Portico.',
      severity: 'error',
      from: { path: '^sandbox/gateway/' },
      to: { pathNot: '^sandbox/gateway/', dependencyTypesNot: ['npm', 'npm-dev', 'core', 'undetermined'] },
    },
    {
      name: 'installed-at-the-first-start',
      comment: 'The first start installs no package for developing: only tests and benches use them.',
      severity: 'error',
      from: { path: `${product}|^(sandbox|chaos)/` },
      to: { dependencyTypes: ['npm-dev', 'npm-unknown', 'npm-no-pkg'], pathNot: '@types/' },
    },
    {
      name: 'the-sweep-runs-after-the-first-start',
      comment: 'Of the test machinery it uses only what needs no package for developing.',
      severity: 'error',
      from: { path: '^chaos/' },
      to: { path: '^test/', pathNot: '^test/(never-open/call|postgres/(small-disk|sql))\\.ts$' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|^(test|e2e|bench)/' },
    exclude: { path: `${machinery}|^dist/|recordings/|golden/events` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
