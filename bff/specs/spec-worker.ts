import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { dump } from 'js-yaml';
import { RefusedError } from '#domain/core/problem.ts';
import { compareSpecs } from './compare/compare-specs.ts';
import { describeSpec } from './describe-spec.ts';
import { parseSpec } from './parse-spec.ts';
import type { SpecDocument, SpecFormat } from './spec-document.ts';
import type { SpecAnswer, SpecJob } from './spec-job.ts';
import { operationsIn } from './spec-operations.ts';
import { specError } from './spec-refusal.ts';

// The thread does one job and ends: nothing of one document can reach the next (requirement D6).

const read = (bytes: Uint8Array): SpecDocument => {
  const { format, text, value } = parseSpec(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { hash, format, size: bytes.length, ...describeSpec(value, text) };
};

const convert = (bytes: Uint8Array, to: SpecFormat): string => {
  const { value } = parseSpec(bytes);
  return to === 'json' ? JSON.stringify(value, null, 2) : dump(value, { noRefs: true, lineWidth: -1 });
};

const answer = async (job: SpecJob): Promise<SpecAnswer> => {
  try {
    if (job.kind === 'operations') return { kind: 'operations', operations: operationsIn(parseSpec(job.bytes).value) };
    if (job.kind === 'trial') {
      const { trialOperationsIn } = await import('./trial-operations.ts');
      return { kind: 'trial', operations: trialOperationsIn(parseSpec(job.bytes).value) };
    }
    if (job.kind === 'read') return { kind: 'read', document: read(job.bytes) };
    if (job.kind === 'compare') {
      const comparison = compareSpecs(parseSpec(job.bytes).value, parseSpec(job.newer).value);
      return { kind: 'compare', comparison };
    }
    if (job.kind === 'lint') {
      const parsed = parseSpec(job.bytes);
      describeSpec(parsed.value, parsed.text);
      // Only here: the rules are half a second of loading that no other job needs.
      const { lintParsed } = await import('./lint-document.ts');
      return { kind: 'lint', result: await lintParsed(parsed) };
    }
    return { kind: 'convert', bytes: new TextEncoder().encode(convert(job.bytes, job.to)) };
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refusal', refusal: error.refusal };
    // A recursion too deep for the stack, or a string longer than V8 makes: both are the document's fault.
    if (error instanceof RangeError) return { kind: 'refusal', refusal: specError('too-big-expanded').refusal };
    throw error;
  }
};

const result = await answer(workerData as SpecJob);
parentPort?.postMessage(result, result.kind === 'convert' ? [result.bytes.buffer] : []);
