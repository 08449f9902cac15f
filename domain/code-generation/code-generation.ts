import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { allCodeLanguages, codeTypes } from './language.ts';

const requested = z.object({
  operationId: z.uuid(),
  apiId: idSchema,
  /** The revision that the code is generated from. */
  revision: z.int().check(z.positive()),
  /** SHA-256 of the document as JSON, which the generator reads. */
  document: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  type: z.enum(codeTypes),
  lang: z.enum(allCodeLanguages),
  modelPackage: z.string(),
  apiPackage: z.string(),
});
export type CodeRequest = z.output<typeof requested>;

export const codeGenerationEvents = {
  CodeGenerationRequested: event(requested),
  /** Describes the archive. The archive itself is kept beside the events for a while. */
  CodeGenerated: event(
    z.object({
      operationId: z.uuid(),
      /** Files in the archive. */
      files: z.int().check(z.positive()),
      /** Bytes of the archive. */
      size: z.int().check(z.positive()),
      hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
};

export type CodeGenerationEvent = EventsOf<typeof codeGenerationEvents>;
type Generated = Extract<CodeGenerationEvent, { type: 'CodeGenerated' }>['data'];

export type CodeGenerationCommand = Command<'RequestCode', CodeRequest> | Command<'ConfirmCode', Generated>;

export type CodeGeneration =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'requested' | 'generated'; request: CodeRequest }>;
