import type { ChaosCommands } from '#chaos/noun-commands.ts';

const day = 86_400_000;

/** Who reviews. The role comes and goes, so that many of these calls are refused. */
const auditor = 'sofia-marin';

export const commands: ChaosCommands = ({ view, random }) => {
  const { reviewRounds } = view;
  const open = () => [...reviewRounds.all.values()].filter(({ isClosed }) => !isClosed);
  return {
    'start review': {
      event: 'ReviewRoundStarted',
      weight: () => (open().length === 0 ? 2 : 0.1),
      wish: () => {
        const dueOn = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
        return { who: auditor, call: { method: 'POST', path: '/api/review-rounds', body: { dueOn } } };
      },
    },
    'keep key in review': {
      event: 'ReviewLinesKept',
      weight: 2,
      wish: () => {
        const round = random.pick(open());
        const [line, keyId] = random.pick([...(round?.open ?? [])]) ?? [];
        if (!round || line === undefined || keyId === undefined) return undefined;
        const { id } = round;
        return {
          who: random.chance(0.5) ? 'ada-lindqvist' : 'elias-brandt',
          call: {
            method: 'POST',
            path: `/api/review-round/${id}/decisions`,
            body: { lines: [line], verdict: 'kept', reason: 'Still needed' },
          },
          stream: `review-round-${id}`,
          // Somebody else was faster, or the key is gone: the line stays, and no event follows.
          wasSo: (whole) => !whole.reviewRounds.all.get(id)?.open.has(line) || whole.keys.get(keyId)?.works !== true,
        };
      },
    },
    'close review': {
      event: 'ReviewRoundClosed',
      weight: 0.2,
      wish: () => {
        const round = random.pick(open());
        return (
          round && {
            who: auditor,
            call: { method: 'POST', path: `/api/review-round/${round.id}/close` },
            stream: `review-round-${round.id}`,
            wasSo: (whole) => whole.reviewRounds.all.get(round.id)?.isClosed === true,
          }
        );
      },
    },
  };
};
