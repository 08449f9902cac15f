import { describe, expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import { mailDecider } from './decider.ts';
import type { MailCommand, MailEvent, MailRequest } from './mail.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const request: MailRequest = {
  operationId,
  kind: 'disabled',
  recipient: { noun: 'user', id: 7 },
  cause: { stream: 'user-7', version: 3 },
};
const requested: MailEvent = { type: 'MailRequested', data: request };
const handedOver = (replay = 0): MailEvent => ({ type: 'MailHandedOver', data: { operationId, replay } });
const accepted: MailEvent = { type: 'MailAccepted', data: { operationId } };
const refused: MailEvent = { type: 'MailRefused', data: { operationId } };
const handOver = (replay = 0): MailCommand => ({ type: 'HandOverMail', data: { operationId, replay } });
const inDoubt = { refused: 'conflict', problems: [{ code: 'mail.in-doubt' }] };

describe('a mail', () => {
  it('is requested once, however often its cause is delivered', () => {
    const command: MailCommand = { type: 'RequestMail', data: request };
    expect(given(mailDecider, []).when(command)).toEqual([requested]);
    expect(given(mailDecider, [requested]).when(command)).toEqual([]);
  });

  it.each<[string, MailEvent[], unknown]>([
    ['was requested', [requested], [handedOver()]],
    ['was refused by the mail server', [requested, handedOver(), refused], [handedOver()]],
    ['may have arrived', [requested, handedOver()], inDoubt],
    ['was accepted', [requested, handedOver(), accepted], inDoubt],
    ['was never requested', [], notFound()],
  ])('that %s', (_what, events, decision) => {
    const happened = given(mailDecider, events).when(handOver());
    if (Array.isArray(decision)) expect(happened).toEqual(decision);
    else expect(happened).toMatchObject(decision as object);
  });

  it('that may have arrived already is sent again only after a replay by support', () => {
    expect(given(mailDecider, [requested, handedOver()]).when(handOver(1))).toEqual([handedOver(1)]);
    expect(given(mailDecider, [requested, handedOver(), handedOver(1)]).when(handOver(1))).toMatchObject(inDoubt);
  });

  it('is accepted or refused once, after it was handed over', () => {
    const outcome = (type: 'AcceptMail' | 'RefuseMail') => ({ type, data: { operationId } }) as const;
    expect(given(mailDecider, [requested]).when(outcome('AcceptMail'))).toEqual([]);
    expect(given(mailDecider, [requested, handedOver()]).when(outcome('AcceptMail'))).toEqual([accepted]);
    expect(given(mailDecider, [requested, handedOver()]).when(outcome('RefuseMail'))).toEqual([refused]);
    expect(given(mailDecider, [requested, handedOver(), accepted]).when(outcome('RefuseMail'))).toEqual([]);
  });
});
