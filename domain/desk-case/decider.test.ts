import { describe, expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { fold } from '../core/decider.ts';
import { isRefusal } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import { deskCaseDecider } from './decider.ts';
import type { DeskCaseCommand, DeskCaseEvent } from './desk-case.ts';

const about = 'failed~permanent~gateway.refused~gateway-1';
const now = '2026-12-01T09:00:00.000Z';
const inDays = (days: number) => new Date(Date.parse(now) + days * 24 * 3_600_000).toISOString();
const handOver = (to: number): DeskCaseCommand => ({ type: 'HandOver', data: { about, to, note: 'you know Lyon' } });
const handedOver = (to: number): DeskCaseEvent => ({
  type: 'DeskCaseHandedOver',
  data: { about, to, note: 'you know Lyon' },
});
const takeBack = (from?: number): DeskCaseCommand => ({
  type: 'TakeBack',
  data: { about, why: 'right-lost', ...(from !== undefined && { from }) },
});
const takenBack = (from: number): DeskCaseEvent => ({
  type: 'DeskCaseTakenBack',
  data: { about, from, why: 'right-lost' },
});
const mute = (until: string): DeskCaseCommand => ({
  type: 'MuteCause',
  data: { about, until, reason: 'planned work', now },
});
const muted = (until: string): DeskCaseEvent => ({
  type: 'DeskCauseMuted',
  data: { about, until, reason: 'planned work' },
});
const unmute: DeskCaseCommand = { type: 'UnmuteCause', data: { about, now } };
const unmuted: DeskCaseEvent = { type: 'DeskCauseUnmuted', data: { about } };

describe('a case of the desk', () => {
  it.each<[string, DeskCaseEvent[], DeskCaseCommand, DeskCaseEvent[] | string]>([
    ['is handed over', [], handOver(4), [handedOver(4)]],
    ['goes on to somebody else', [handedOver(4)], handOver(5), [handedOver(5)]],
    ['is not handed to whoever has it', [handedOver(4)], handOver(4), 'desk-case.has-it'],
    ['is handed over again after it was taken back', [handedOver(4), takenBack(4)], handOver(4), [handedOver(4)]],
    ['is taken back from whoever has it', [handedOver(4)], takeBack(), [takenBack(4)]],
    ['stays with the next one when it is late', [handedOver(4), handedOver(5)], takeBack(4), []],
    ['that nobody has is not taken back', [], takeBack(), []],
    ['is muted for a while', [], mute(inDays(7)), [muted(inDays(7))]],
    ['is muted for the longest time', [], mute(inDays(30)), [muted(inDays(30))]],
    ['is not muted for longer', [], mute(inDays(30.001)), 'desk-case.mute-time'],
    ['is not muted until now', [], mute(now), 'desk-case.mute-time'],
    ['is not muted until no time at all', [], mute('soon'), 'desk-case.mute-time'],
    ['is muted for longer', [muted(inDays(1))], mute(inDays(3)), [muted(inDays(3))]],
    ['is muted once', [muted(inDays(3))], mute(inDays(3)), []],
    ['is shown again', [muted(inDays(1))], unmute, [unmuted]],
    ['whose time is over is not shown again twice', [muted(inDays(-1))], unmute, []],
    ['that is not muted stays as it is', [], unmute, []],
  ])('%s', (_name, events, command, expected) => {
    const decided = given(deskCaseDecider, events).when(command);
    if (typeof expected === 'string') expect(decided).toMatchObject({ problems: [{ code: expected }] });
    else expect(decided).toEqual(expected);
  });

  it('never is muted for more than 30 days, and only somebody who had it loses it, whatever happens', () => {
    const command = fc.oneof(
      fc.integer({ min: 1, max: 3 }).map(handOver),
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }).map(takeBack),
      fc.double({ min: -5, max: 60, noNaN: true }).map((days) => mute(inDays(days))),
      fc.constant(unmute),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        let events: DeskCaseEvent[] = [];
        for (const each of commands) {
          const before = fold(deskCaseDecider, events);
          const decided = deskCaseDecider.decide(each, before);
          if (isRefusal(decided)) continue;
          for (const { type, data } of decided) {
            if (type === 'DeskCaseTakenBack') expect(before.holder).toBe(data.from);
            if (type === 'DeskCauseMuted') expect(Date.parse(data.until)).toBeLessThanOrEqual(Date.parse(inDays(30)));
          }
          events = [...events, ...decided];
        }
      }),
    );
  });
});
