import { downloadReviewReport } from '#domain/review-round/calls.ts';
import { reviewRoundDecider } from '#domain/review-round/decider.ts';
import { newestNote } from '#eventstore/export-proof.ts';
import { randomId } from '#platform/uuid.ts';
import { createArchive } from '../http/archive.ts';
import { runCommand } from '../http/command.ts';
import { byteOrderMark, csvLines, fileStream } from '../http/csv.ts';
import { archiveType, askerOf, endWithManifest, refuseOtherSites } from '../http/manifest.ts';
import { authorizeOpenly, type ReceivedOf, route } from '../http/route.ts';
import { lineColumns } from './line-columns.ts';
import { allLines } from './lines.ts';
import { readRound, roundOf, sightOf } from './row.ts';

type Request = ReceivedOf<typeof downloadReviewReport>;

const cells = Object.values(lineColumns);

/**
 * Returns a report as an archive: the lines with what became of them, then a manifest with the round, who asked, the hash of the file
 * and a signed checkpoint. The report is recorded in the round's stream before the manifest is sent.
 */
async function* reportOf(request: Request, round: Awaited<ReturnType<typeof readRound>>): AsyncGenerator<Uint8Array> {
  const { services, actor } = request;
  const { id } = round;
  const made = services.now();
  const archive = createArchive(made);
  const { only = null } = sightOf(actor);
  let entries = 0;
  const file = async function* () {
    yield byteOrderMark + csvLines([Object.keys(lineColumns)]);
    for await (const lines of allLines(services, actor, id)) {
      entries += lines.length;
      yield csvLines(lines.map((line) => cells.map((cell) => cell(line))));
    }
  };
  const known = yield* archive.add('review.csv', file());
  const manifest = {
    export: `review-round-${id}`,
    askedBy: await askerOf(services, actor.userId),
    made: made.toISOString(),
    entriesOf: only === null ? 'all organizations' : `organization ${only}`,
    round: roundOf(round),
    entries,
    files: [{ ...known, entries }],
    checkpoint: (await newestNote(services.pool, services.settings)) ?? null,
  };
  yield* endWithManifest(archive, [known], manifest, async (sum) => {
    const data = { madeBy: actor.userId, ofOrganization: only, lines: entries, manifest: sum };
    const command = { type: 'RecordReport', data } as const;
    await runCommand(
      request,
      { id, ...data },
      async () => ({ decider: reviewRoundDecider, id, command, response: {} }),
      randomId(),
    );
  });
}

export const reviewReportRoutes = [
  route(downloadReviewReport, {
    action: 'review-round.list',
    why: 'review-round.list-all',
    limit: 'export',
    recordsItself: true,
    summary:
      'The report of a review as an archive with a manifest; it is recorded, and can be verified without the portal',
    handle: async (request) => {
      const { c, actor, parameters, services } = request;
      authorizeOpenly(actor, 'review-round.list');
      const round = await readRound(services.db, sightOf(actor), parameters.id);
      const name = `review-${parameters.id}.zip`;
      if (c.req.method === 'HEAD') return fileStream(name, archiveType, (async function* () {})());
      refuseOtherSites(request);
      return fileStream(name, archiveType, reportOf(request, round));
    },
  }),
];
