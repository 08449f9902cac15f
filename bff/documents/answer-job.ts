import { createHash } from 'node:crypto';
import { exactJson } from '#domain/core/exact-json.ts';
import { RefusedError } from '#domain/core/problem.ts';
import { decodeSpec } from '#specs/decode-spec.ts';
import { describeSpec } from '#specs/describe-spec.ts';
import { readEvents } from '#specs/events/read-events.ts';
import { inertJson } from '#specs/inert-json.ts';
import { operationTextsIn } from '#specs/operation-texts.ts';
import { parseSpec } from '#specs/parse-spec.ts';
import { yamlText } from '#specs/parse-yaml.ts';
import type { SpecDocument, SpecFormat } from '#specs/spec-document.ts';
import { operationsIn } from '#specs/spec-operations.ts';
import { specError } from '#specs/spec-refusal.ts';
import { unresolvedReferences } from '#specs/unresolved-references.ts';
import { withWrittenDefaults } from '#specs/written-defaults.ts';
import type { ProcessJob } from './spec-process.ts';
import type { SpecJob, SpecResult } from './spec-task.ts';

const read = (bytes: Uint8Array): SpecDocument => {
  const { format, text, value } = parseSpec(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return {
    hash,
    format,
    size: bytes.length,
    ...describeSpec(value, text),
    texts: operationTextsIn(value),
    unresolved: unresolvedReferences(value),
  };
};

const convert = (bytes: Uint8Array, to: SpecFormat): string => {
  const { value } = parseSpec(bytes, { exact: true });
  return to === 'json' ? (exactJson(value, 2) ?? '') : yamlText(value);
};

const exactly = (bytes: Uint8Array): unknown => withWrittenDefaults(parseSpec(bytes, { exact: true }));

/** Bytes of messages that are unpacked for one answer. */
const unpackedBytes = 8 * 1024 * 1024;

/** Does what is about somebody's messages. A failure does not quote them. */
const quietly = <Value>(work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    if (error instanceof RefusedError || error instanceof RangeError) throw error;
    throw new Error('messages of a topic could not be shown');
  }
};

/** Loads the modules of a job on demand: the linter's rules alone take half a second. */
const responseTo = async (job: SpecJob, documents: readonly Uint8Array[]): Promise<SpecResult> => {
  const [document, newer] = documents;
  if (!document) throw new Error('a job is about a document');
  switch (job.kind) {
    case 'read':
      return { kind: 'read', document: read(document) };
    case 'convert':
      return { kind: 'convert', bytes: new TextEncoder().encode(convert(document, job.to)) };
    case 'embed': {
      const json = job.from === 'json' ? decodeSpec(document) : convert(document, 'json');
      return { kind: 'embed', bytes: inertJson(new TextEncoder().encode(json)) };
    }
    case 'operations':
      return { kind: 'operations', operations: operationsIn(exactly(document)) };
    case 'try-it': {
      const { tryItOperationsIn } = await import('#specs/try-it-operations.ts');
      return { kind: 'try-it', operations: tryItOperationsIn(exactly(document)) };
    }
    case 'compare': {
      if (!newer) throw new Error('a comparison is of two documents');
      const { compareSpecs } = await import('#specs/compare/compare-specs.ts');
      return { kind: 'compare', comparison: compareSpecs(exactly(document), exactly(newer)) };
    }
    case 'events': {
      if (!newer) throw new Error('a change of events is from one list to another');
      const { checkSchemas } = await import('#specs/events/check-schema.ts');
      const { compareEvents } = await import('#specs/events/compare-events.ts');
      const [before, after] = [readEvents(document), readEvents(newer)];
      checkSchemas(after);
      return { kind: 'events', comparison: compareEvents(before, after) };
    }
    case 'samples': {
      const { sampleEvents } = await import('#specs/events/sample-events.ts');
      return { kind: 'samples', samples: sampleEvents(readEvents(document)) };
    }
    case 'async-api': {
      const { asyncApiOf } = await import('#specs/events/async-api.ts');
      return { kind: 'async-api', document: asyncApiOf(job.head, readEvents(document)) };
    }
    case 'messages': {
      const { messagesIn } = await import('#kafka/messages/messages-in.ts');
      const { showMessages } = await import('#specs/events/show-messages.ts');
      return quietly(() => {
        const fetched = job.batches.map((each, at) => ({ ...each, records: Buffer.from(documents[at + 1] ?? []) }));
        const messages = messagesIn({ fetched }, undefined, unpackedBytes);
        return { kind: 'messages', shown: showMessages(messages, readEvents(document)) };
      });
    }
    case 'message': {
      const { checkMessage, checkOf } = await import('#specs/events/check-message.ts');
      return quietly(() => {
        const check = checkMessage(new TextDecoder().decode(newer), readEvents(document).map(checkOf));
        return { kind: 'message', check };
      });
    }
    case 'lint': {
      const parsed = parseSpec(document);
      const { openapi, operations, specVersion } = describeSpec(parsed.value, parsed.text);
      const { lintParsed } = await import('#specs/lint-document.ts');
      const found = await lintParsed(parsed, specVersion);
      return { kind: 'lint', result: { document: { openapi, operations }, ...found } };
    }
    case 'envelope': {
      const { openEnvelope } = await import('../input/envelope.ts');
      return { kind: 'envelope', envelope: openEnvelope(document, job.field) };
    }
    case 'telemetry': {
      const { readPost } = await import('#gateway/telemetry/log-entry.ts');
      return { kind: 'telemetry', posted: readPost(document, new Date(job.now)) };
    }
  }
};

/**
 * Does a job in its own process (spec-worker.ts), because the document comes from a stranger.
 *
 * @returns the result; a refusal when the document caused the failure.
 */
export const answerJob = async ({ job, documents }: ProcessJob): Promise<SpecResult> => {
  try {
    return await responseTo(job, documents);
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refusal', refusal: error.refusal };
    // The recursion is too deep or a string too long for V8. Both are caused by the document.
    if (error instanceof RangeError) return { kind: 'refusal', refusal: specError('too-big-expanded').refusal };
    throw error;
  }
};
