import { confirmationPath } from '#domain/registration/confirmation.ts';
import type { LogView } from './log-view.ts';
import type { SeenMail } from './view/mails.ts';
import type { ArrivedMail } from './world/inbox.ts';

const nameOf = ({ kind, recipient, about }: Omit<SeenMail, 'operationId'>) =>
  `mail ${kind} to ${recipient} about ${about}`;

const counted = (names: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** When a worker dies between handing a mail over and hearing of it, nobody knows whether it arrived. Support decides. */
const inDoubt = 'permanent: mail.in-doubt';

/**
 * Compares the log with the mails that arrived. Each mail that has to follow from an event is requested once, each that was
 * sent has arrived once, and none came twice.
 *
 * @param since events from then on have their mails, in milliseconds.
 */
export const judgeMails = (view: LogView, arrived: readonly ArrivedMail[], since: number) => {
  const times = counted(arrived.map(({ id }) => id));
  const requests = counted(view.mails.requested.map(nameOf));
  const links = counted(arrived.filter(({ text }) => text.includes(confirmationPath)).map(({ to }) => to));
  const ended = view.mails.requested.map((mail) => ({ mail, operation: view.operations.get(mail.operationId) }));
  const lost = [
    ...view.mails.due
      .filter((mail) => mail.at >= since && !requests.has(nameOf(mail)))
      .map((mail) => `no ${nameOf(mail)}`),
    ...ended.flatMap(({ mail, operation }) => {
      if (operation?.end === 'failed' && operation.problem !== inDoubt)
        return [`${nameOf(mail)}: ${operation.problem}`];
      return operation?.end === 'completed' &&
        Date.parse(operation.requestedAt) >= since &&
        !times.has(mail.operationId)
        ? [`${nameOf(mail)} was sent and has not arrived`]
        : [];
    }),
  ];
  const doubled = [
    ...[...requests].filter(([, count]) => count > 1).map(([name, count]) => `${name} was requested ${count} times`),
    ...[...times].filter(([, count]) => count > 1).map(([id, count]) => `the mail ${id} arrived ${count} times`),
    ...[...links]
      .filter(([to, count]) => to.startsWith('chaos.') && count > 1)
      .map(([to, count]) => `${to} got ${count} links to confirm one request`),
  ];
  const doubtful = ended.filter(({ operation }) => operation?.problem === inDoubt).length;
  return { lost, doubled, arrived: arrived.length, doubtful };
};
