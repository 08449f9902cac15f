import {
  BaseResolver,
  createConfig,
  getLineColLocation,
  lintDocument,
  ResolveError,
  Source,
} from '@redocly/openapi-core';
import type { LintResult, SpecProblem } from '#domain/api/lint.ts';
import { cutText } from '#platform/cut-text.ts';
import { matchInLinearTime } from './match-in-linear-time.ts';
import type { ParsedSpec } from './parse-spec.ts';
import { circleIn } from './reference-circle.ts';
import type { SpecVersion } from './spec-document.ts';
import { type Fields, fieldsOf } from './spec-tree.ts';

/** Problems in a response. People fix a document with more problems step by step. */
const most = 500;
const longest = 500;

/** Redocly's errors that OpenAPI allows. They are good advice, so they become warnings. */
const adviceOnly = new Set([
  'no-empty-servers',
  'no-path-trailing-slash',
  'no-server-trailing-slash',
  'operation-operationId-url-safe',
  'operation-summary',
]);

type Finding = Awaited<ReturnType<typeof lintDocument>>[number];

/** Returns whether a finding breaks the specification. A missing security does not; an undefined scheme does. */
const isError = ({ severity, ruleId, message }: Finding): boolean => {
  if (severity !== 'error' || adviceOnly.has(ruleId)) return false;
  return ruleId !== 'security-defined' || message.startsWith('There is no');
};

matchInLinearTime();

/** Nothing is ever fetched or opened (requirement D4), whatever a reference says. */
class NoResolver extends BaseResolver {
  override async loadExternalRef(reference: string): Promise<Source> {
    throw new ResolveError(new Error(`${reference} is not read`));
  }
}

const errorAtStart = (rule: string, message: string): SpecProblem => ({
  severity: 'error',
  message,
  rule,
  line: 1,
  column: 1,
});

/** The version's field, and the version as OpenAPI requires it. Portico also reads `3.0`; the linter does not. */
const versionFor = (root: Fields, specVersion: SpecVersion) =>
  root.openapi === undefined
    ? { field: 'swagger', isRight: root.swagger === '2.0', version: specVersion }
    : {
        field: 'openapi',
        isRight: typeof root.openapi === 'string' && /^\d\.\d\.\d/.test(root.openapi),
        version: `${specVersion}.0`,
      };

const findingsOf = async (text: string, value: unknown): Promise<Finding[]> =>
  await lintDocument({
    document: { source: new Source('/spec.yaml', text), parsed: value },
    config: await createConfig({ extends: ['recommended'] }),
    externalRefResolver: new NoResolver(),
  });

/**
 * Checks a document with Redocly's recommended rules. Returns errors against OpenAPI first, each with its place. Call it
 * in a child process only: the largest documents take seconds.
 *
 * @param specVersion the version of OpenAPI that the document uses.
 */
export const lintParsed = async (
  { text, value }: ParsedSpec,
  specVersion: SpecVersion,
): Promise<Omit<LintResult, 'document'>> => {
  const root = fieldsOf(value) ?? {};
  const circle = circleIn(root);
  // The linter would stop at the circle.
  if (circle) {
    const message = cutText(`${circle.reference} leads to itself and to nothing else, at ${circle.place}`, longest);
    const { start } = getLineColLocation({ source: new Source('/spec.yaml', text), pointer: circle.place });
    const problem = { ...errorAtStart('no-unresolved-refs', message), line: start.line, column: start.col };
    return { problems: [problem], errors: 1, total: 1 };
  }
  const { field, isRight, version } = versionFor(root, specVersion);
  const own = isRight ? [] : [errorAtStart('struct', `OpenAPI wants the version as ${field}: "${version}", in quotes`)];
  const found = await findingsOf(text, isRight ? value : { ...root, [field]: version });
  const errors = found.filter(isError);
  const ordered = [...errors, ...found.filter((one) => !isError(one))];
  const problems = ordered.slice(0, most).map((one): SpecProblem => {
    const { message, ruleId, location } = one;
    const start = location[0] && getLineColLocation(location[0]).start;
    return {
      severity: isError(one) ? 'error' : 'warning',
      message: cutText(message, longest),
      rule: ruleId,
      line: start?.line ?? 1,
      column: start?.col ?? 1,
    };
  });
  return { problems: [...own, ...problems], errors: errors.length + own.length, total: found.length + own.length };
};
