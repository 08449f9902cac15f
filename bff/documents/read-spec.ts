import { type Refusal, refuse } from '#domain/core/problem.ts';
import type { SpecDocument } from '#specs/spec-document.ts';
import { specLimits } from '#specs/spec-limits.ts';
import { specProblem } from '#specs/spec-refusal.ts';
import { documentOf, runSpecJob, type SpecJobOptions } from './spec-job.ts';
import type { ProcessLimits } from './spec-process.ts';

/**
 * Reads an uploaded OpenAPI 3.1, OpenAPI 3.0 or Swagger 2.0 description, JSON or YAML, in a child process. It gets
 * a copy of the bytes.
 * Throws a refusal with problems at the field `jsonFile`. Their codes are `spec.` and one of
 * - too-large, too-deep, too-many-aliases, too-big-expanded, too-slow, busy: a limit;
 * - empty, archive, not-utf8, web-page, xml, other-format, not-openapi, unsupported-version: no description;
 * - syntax, duplicate-key, tabs, indentation, cut-off, several-documents, extra-comma, comment, unexpected: a mistake.
 * Rejects with the signal's reason when it aborts.
 */
export const readSpec = async (
  bytes: Uint8Array,
  options: SpecJobOptions & Partial<ProcessLimits> = {},
): Promise<SpecDocument | Refusal> => {
  if (bytes.length > specLimits.bytes) {
    return refuse('too-large', specProblem('too-large', { megabytes: specLimits.bytes / 1024 / 1024 }));
  }
  const response = await runSpecJob({ kind: 'read' }, [await documentOf(bytes)], options);
  return response.kind === 'refusal' ? response.refusal : response.document;
};
