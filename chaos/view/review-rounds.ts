import type { PorticoEvent } from '#domain/event-catalogue.ts';

/** @property open the keys whose lines nobody has decided, and that have not ended, by the number of the line. */
export type SeenReviewRound = { id: number; isClosed: boolean; open: Map<number, number> };

/** What the log says about reviews of access. */
export const createSeenReviewRounds = () => {
  const rounds = new Map<number, SeenReviewRound>();
  return {
    all: rounds as ReadonlyMap<number, SeenReviewRound>,
    take: (event: PorticoEvent): void => {
      switch (event.type) {
        case 'ReviewRoundStarted': {
          const { reviewRoundId: id } = event.data;
          rounds.set(id, { id, isClosed: false, open: new Map() });
          return;
        }
        case 'ReviewLinesListed': {
          const open = rounds.get(event.data.reviewRoundId)?.open;
          for (const { line, kind, thingId } of event.data.lines) if (kind === 'key') open?.set(line, thingId);
          return;
        }
        case 'ReviewLinesKept':
        case 'ReviewLinesRevoked':
        case 'ReviewLinesEnded':
          for (const line of event.data.lines) rounds.get(event.data.reviewRoundId)?.open.delete(line);
          return;
        case 'ReviewRoundClosed': {
          const round = rounds.get(event.data.reviewRoundId);
          if (round) round.isClosed = true;
          return;
        }
        default:
      }
    },
  };
};
