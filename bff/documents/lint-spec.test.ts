import { describe, expect, test } from 'vitest';
import { sampleSpec } from '#specs/sample-spec.ts';
import { lintSpec } from './lint-spec.ts';

const lint = async (text: string) => {
  const result = await lintSpec(new TextEncoder().encode(text));
  if ('refused' in result) throw new Error(JSON.stringify(result));
  return result;
};

describe('lint', () => {
  test('returns rule, line and column of each problem of Redocly, errors first', async () => {
    const { problems, total } = await lint(`openapi: 3.0.3
info:
  title: Pets
  version: '1'
paths:
  /pets:
    get:
      operationId: list
      responses:
        '200':
          description: Done
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Missing'
`);
    expect(total).toBe(problems.length);
    expect(problems[0]).toMatchObject({ severity: 'error' });
    expect(problems).toContainEqual(
      expect.objectContaining({ severity: 'error', rule: 'no-unresolved-refs', line: 15 }),
    );
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'warning', rule: 'operation-4xx-response' }));
  });

  test('describes a sound document, and reports advice as warnings', async () => {
    const operation = (id: string) => ({ operationId: id, responses: { 200: { description: 'Done' } } });
    const { document, errors, total } = await lint(
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Pets', version: '1' },
        paths: { '/pets/': { get: operation('list pets'), post: operation('add') }, '/kinds': { get: operation('k') } },
      }),
    );
    expect(document).toEqual({ openapi: '3.0.3', operations: 3 });
    expect(errors).toBe(0);
    expect(total).toBeGreaterThan(8);
  });

  test('an unknown security scheme is an error, an operation without security is not', async () => {
    const about = {
      openapi: '3.0.3',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { security: [{ key: [] }], responses: { 200: { description: 'Done' } } } } },
    };
    const { problems, errors } = await lint(JSON.stringify(about));
    expect(problems.slice(0, errors)).toMatchObject([{ rule: 'security-defined', severity: 'error' }]);
  });

  test('reports one problem with its position for a text that cannot be read', async () => {
    expect(await lint('openapi: 3.0.3\ninfo: [')).toMatchObject({
      document: null,
      errors: 1,
      problems: [{ severity: 'error', rule: 'spec.cut-off', line: expect.any(Number), column: expect.any(Number) }],
    });
    expect(await lint('a: 1')).toMatchObject({ problems: [{ rule: 'spec.not-openapi', line: 1, column: 1 }] });
  });

  test('D4: names a reference to another document, and does not follow it', async () => {
    const { problems } = await lint(sampleSpec.replace(/\$ref: .*/, "$ref: 'http://127.0.0.1:1/x.yaml'"));
    const unresolved = problems.filter(({ rule }) => rule === 'no-unresolved-refs');
    expect(unresolved).toMatchObject([{ message: expect.stringContaining('http://127.0.0.1:1/x.yaml') }]);
  });

  test.each([
    ['openapi: 3.0', { openapi: '3.0', operations: 0 }, 'openapi: "3.0.0"'],
    ['openapi: "3.1"', { openapi: '3.1', operations: 0 }, 'openapi: "3.1.0"'],
    ['swagger: 2.0', { openapi: '2.0', operations: 0 }, 'swagger: "2.0"'],
  ])('reads %s, and first reports the right way to write the version', async (version, document, right) => {
    const result = await lint(`${version}\ninfo: { title: Pets, version: "1" }\npaths: {}`);
    expect(result.document).toEqual(document);
    expect(result.problems[0]).toMatchObject({ severity: 'error', rule: 'struct' });
    expect(result.problems[0]?.message).toContain(right);
    expect(result.total).toBe(result.problems.length);
  });

  test('names references that lead only to themselves, and accepts a recursive schema', async () => {
    const text = (schemas: string) =>
      `openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\npaths: {}\ncomponents: { schemas: { ${schemas} } }`;
    const inCircle = await lint(text("A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' }"));
    expect(inCircle).toMatchObject({ document: { openapi: '3.0.3' }, errors: 1, total: 1 });
    expect(inCircle.problems[0]?.message).toMatch(/^#\/components\/schemas\/[AB] leads to itself.* at #\/components/);
    expect(inCircle.problems[0]).toMatchObject({ line: 4 });
    const encoded = await lint(text("A: { $ref: '#/components/schemas/%41' }"));
    expect(encoded.problems[0]?.message).toMatch(/%41 leads to itself.* at #\/components\/schemas\/A$/);
    expect((await lint(text("A: { properties: { next: { $ref: '#/components/schemas/A' } } }"))).errors).toBe(0);
  });

  /** Returns a document with a pattern, an example to check with it, and a property whose name is checked. */
  const withPattern = (openapi: string, pattern: string, example: string) => ({
    openapi,
    info: { title: 'Pets', version: '1' },
    paths: {},
    components: {
      schemas: {
        Name: { type: 'string', pattern, example },
        Names: { type: 'object', patternProperties: { [pattern]: { type: 'string' } }, example: { [example]: 'x' } },
      },
    },
  });
  const exampleProblems = async (openapi: string, pattern: string, example: string) => {
    const { problems } = await lint(JSON.stringify(withPattern(openapi, pattern, example)));
    return problems.filter(({ rule }) => rule === 'no-invalid-schema-examples').map(({ message }) => message);
  };

  test('a pattern that looks ahead from its start is checked at once', async () => {
    const mismatch = 'Example value must conform to the schema: must match pattern "^(?=(a+)+$)b".';
    expect(await exampleProblems('3.1.0', '^(?=(a+)+$)b', `${'a'.repeat(5_000)}!`)).toContain(mismatch);
  });

  test.each(['3.1.0', '3.0.3'])('a pattern that would never end is checked at once, in %s', async (openapi) => {
    const mismatch = 'Example value must conform to the schema: must match pattern "^(a+)+$".';
    expect(await exampleProblems(openapi, '^(a+)+$', `${'a'.repeat(5_000)}!`)).toContain(mismatch);
    expect(await exampleProblems(openapi, '^(a+)+$', 'aaa')).toEqual([]);
  });

  test.each([
    ['looks ahead from a place that is not known', '^a*(?=(a+)+$)b'],
    ['refers back', '^(a+)+\\1$'],
    ['is too long', `^(${'a+'.repeat(600)})$`],
  ])('does not run a pattern that %s', async (_what, pattern) => {
    expect(await exampleProblems('3.1.0', pattern, `${'a'.repeat(5_000)}!`)).toEqual([]);
  });
});
