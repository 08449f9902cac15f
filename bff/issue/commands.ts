import { createHash } from 'node:crypto';
import { may } from '#domain/core/authorization.ts';
import { closeIssue, reportIssue } from '#domain/issue/calls.ts';
import { issueDecider } from '#domain/issue/decider.ts';
import type { IssueFile } from '#domain/issue/issue.ts';
import { issueBody, issueFileLimit } from '#domain/issue/schema.ts';
import { findApplication } from '../application/row.ts';
import { runCommand } from '../http/command.ts';
import { filledIn, parseFields } from '../http/form-fields.ts';
import { readMultipart } from '../http/multipart.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { takeFromQuota } from '../http/take-from-quota.ts';
import { invalidField } from '../input/invalid.ts';
import { saveIssueFile } from './file-store.ts';
import { fileTypeOf } from './file-type.ts';

/** Another organization's application does not exist for this user (C1). */
const checkApplication = async ({ services, actor }: Received, id: number | undefined) => {
  if (id === undefined) return;
  const application = await findApplication(services.db, id);
  if (!application || !may(actor, 'issue.about', application.resource)) throw invalidField('appId');
};

const describeFile = (bytes: Uint8Array): IssueFile => {
  const type = fileTypeOf(bytes);
  if (!type) throw invalidField('issueFile', 'issue.file-type');
  return { hash: createHash('sha256').update(bytes).digest('hex'), type, size: bytes.length };
};

export const issueCommands = [
  route(reportIssue, {
    limit: 'upload',
    action: 'issue.report',
    summary: 'Report an issue to support, with a picture, PDF or text of up to 5 MB; 20 a day',
    bodySize: issueFileLimit + 64 * 1024,
    handle: async (request) => {
      const { actor, c, services } = request;
      authorizeOpenly(actor, 'issue.report');
      const { fields, file: upload } = await readMultipart(c, 'issueFile', issueFileLimit);
      const body = parseFields(issueBody, filledIn(fields));
      await checkApplication(request, body.appId);
      const bytes = upload && upload.bytes.length > 0 ? upload.bytes : undefined;
      const file = bytes ? describeFile(bytes) : null;
      return await runCommand(request, { body, hash: file?.hash ?? null }, async () => {
        await takeFromQuota(services, actor.userId, 'issue');
        if (file && bytes) await saveIssueFile(services.pool, file, bytes);
        const issueId = await newId(services.pool, 'issue');
        return {
          decider: issueDecider,
          id: issueId,
          isNew: true,
          command: {
            type: 'ReportIssue',
            data: {
              issueId,
              reporterId: actor.userId,
              organizationId: actor.organizationId,
              applicationId: body.appId ?? null,
              title: body.title,
              description: body.description,
              file,
            },
          } as const,
          response: { issueId },
        };
      });
    },
  }),
  route(closeIssue, {
    action: 'issue.close',
    summary: 'Close an issue; nothing changes when it is closed already',
    handle: async (request) => {
      const { actor, parameters } = request;
      authorizeOpenly(actor, 'issue.close');
      return await runCommand(request, parameters, async () => ({
        decider: issueDecider,
        id: parameters.id,
        command: { type: 'CloseIssue', data: {} } as const,
        response: { issueId: parameters.id },
      }));
    },
  }),
];
