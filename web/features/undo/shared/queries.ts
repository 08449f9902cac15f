import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, type Input } from '#domain/core/call.ts';
import { previewUndo } from '#domain/undo/calls.ts';
import { type UndoPreview, undoSent } from '#domain/undo/schema.ts';
import { type CommandContext, command, get, type JsonCall } from '../../../api/client.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { type UploadCall, upload } from '../../../api/upload.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

export const undoPreviewOptions = (id: string) =>
  queryOptions({
    queryKey: ['undo', id],
    queryFn: ({ signal }) => get(previewUndo, { parameters: { id } }, signal),
    // What was true a moment ago may stand in the way now.
    gcTime: 0,
    staleTime: 0,
  });

type Send = NonNullable<UndoPreview['send']>;

/** What is sent: the opposite command as the preview has it, and the entry that it takes back. It has no address of its own. */
const undoing = call({
  method: 'post',
  path: '/undo',
  body: z.object({ id: z.string(), send: z.custom<Send>() }),
  response: undoSent,
});

/** Sends the opposite command to its own call: there is no other way to change the thing. */
const send = async (
  _call: typeof undoing,
  { body: { id, send: sent } }: Input<typeof undoing>,
  context: CommandContext,
) => {
  const { method, path, body, form } = sent;
  const opposite = { method, path: path as `/${string}`, response: undoSent } as const satisfies JsonCall;
  const undoes = { ...context, undoes: id };
  const done =
    form === null
      ? await command(opposite as JsonCall, (body === null ? {} : { body }) as Input<JsonCall>, undoes)
      : await upload(
          { ...opposite, form: { fields: z.object({}), file: 'jsonFile' } } as UploadCall,
          { form } as unknown as Input<UploadCall>,
          undoes,
        );
  const answer = undoSent.parse(done);
  const [refused] = answer.refused ?? [];
  if (refused) throw new ProblemError(409, refused.code);
  return answer;
};

export const undoCommand: CommandDefinition<typeof undoing> = {
  call: undoing,
  send,
  // An undoing may change anything that is shown.
  invalidates: [[]],
  success: 'undo.done',
};
