import { describe, expect, it } from 'vitest';
import { createCounts, judgeCall, judgeSuspects, standing } from './callers.ts';
import { config, partnerId, quietLog } from './fixture/quiet-log.ts';
import { type Entry, openLedger } from './ledger.ts';
import type { createLogView, SeenDeployment, SeenKey, SeenOperation } from './log-view.ts';
import { disturbedSeconds, judgeLog, type Span, unfinished, waits } from './verdict.ts';
import { judgeMails } from './verdict-mails.ts';
import { statesDuring } from './view/people.ts';
import { judgeVisits, type Visit } from './visitors.ts';

/** Makes each fault on purpose, to prove that the chaos sweep would find it. */

const ledgerOf = (entry: Partial<Entry>) => {
  const ledger = openLedger();
  const base = {
    key: 'a',
    commandId: 'deploy',
    kind: 'deploy',
    event: 'DeploymentRequested',
    who: 'ada-lindqvist',
  } as const;
  Object.assign(ledger.add(base), { response: { entityId: 5, operationId: 'deploy' } }, entry);
  return ledger;
};
const judge = (ledger: ReturnType<typeof openLedger>, view: ReturnType<typeof createLogView>) => {
  const { lost, doubled, stuck } = judgeLog(ledger, view);
  return [lost.length, doubled.length, stuck.length];
};

describe('comparing the ledger with the log', () => {
  it('finds nothing in a sound log', () => {
    const { view } = quietLog();
    const ledger = ledgerOf({});
    expect(judge(ledger, view)).toEqual([0, 0, 0]);
  });

  it.each([
    ['no event', { commandId: 'another' }],
    ['another operation', { response: { entityId: 5, operationId: 'another' } }],
    ['another deployment', { response: { entityId: 6, operationId: 'deploy' } }],
    ['an event of something else', { stream: 'deployment-6' }],
  ])('finds a lost command: acknowledged, with %s', (_what, entry) => {
    expect(judge(ledgerOf(entry), quietLog().view)).toEqual([1, 0, 0]);
  });

  it('does not count a command as lost that was never acknowledged', () => {
    expect(judge(ledgerOf({ commandId: 'another', response: undefined }), quietLog().view)).toEqual([0, 0, 0]);
  });

  it('finds a lost effect: an operation that failed, unless somebody removed its target', () => {
    const { view, happen, deployment } = quietLog();
    happen('deployment-5', 'DeploymentRequested', { ...deployment, operationId: 'again', to: config(2) });
    happen('operation-again', 'OperationFailed', { attempt: 8, class: 'exhausted', problems: [{ code: 'x.y' }] });
    expect(judge(ledgerOf({}), view)).toEqual([1, 0, 0]);
    happen('deployment-5', 'DeploymentRemoved', { ...deployment });
    expect(judge(ledgerOf({}), view)).toEqual([0, 0, 0]);
  });

  it('finds a lost effect: a key that works after its access was revoked', () => {
    const { view, happen } = quietLog();
    happen('access-1-2', 'ApiAccessRevoked', { grantId: 3, apiId: 1, organizationId: partnerId });
    expect(judge(ledgerOf({}), view)).toEqual([1, 0, 0]);
  });

  it('finds doubles: two events of one command, two responses, two ends', () => {
    const { view, happen, complete, deployment } = quietLog();
    expect(judge(ledgerOf({ another: { entityId: 5, operationId: 'other' } }), view)).toEqual([0, 1, 0]);
    complete('deploy');
    expect(judge(ledgerOf({}), view)).toEqual([0, 1, 0]);
    const twin = { ...deployment, deploymentId: 6, operationId: 'twin' };
    happen('deployment-6', 'DeploymentRequested', { ...twin, to: config(1) }, 'deploy');
    expect(judge(ledgerOf({}), view)[1]).toBe(2);
  });

  it('finds a stuck operation, which has no end', () => {
    const { view, happen, key } = quietLog();
    happen('consumer-7', 'ConsumerRemovalRequested', { ...key, operationId: 'gone' });
    expect(judge(ledgerOf({}), view)).toEqual([0, 0, 1]);
  });
});

describe('what somebody else has done already', () => {
  const person = { userId: 9, organizationId: 1, firstname: 'A', lastname: 'B', email: 'a@b.example' };
  const disable = { commandId: 'late', event: 'UserDisabled', stream: 'user-9', response: { id: 9 } } as const;
  const wasDisabled = (view: ReturnType<typeof createLogView>, from: number, to: number) =>
    statesDuring(view.people.all.get(9), from, to).some(({ status }) => status === 'disabled');

  it('explains that no event follows, and nothing else does', () => {
    const { view, happen } = quietLog();
    happen('user-9', 'UserRegistered', { ...person, roles: [] });
    const entry = { ...disable, wasSo: wasDisabled, sentAt: 0, answeredAt: Date.now() };
    expect(judge(ledgerOf(entry), view)).toEqual([1, 0, 0]);
    happen('user-9', 'UserDisabled', { userId: 9 });
    expect(judge(ledgerOf(entry), view)).toEqual([0, 0, 0]);
    expect(judge(ledgerOf({ ...entry, answeredAt: 1 }), view)).toEqual([1, 0, 0]);
  });

  it('explains that a repeated command is carried out, because what changes nothing is not kept', () => {
    const { view, happen } = quietLog();
    happen('user-9', 'UserRegistered', { ...person, roles: [] });
    happen('user-9', 'UserDisabled', { userId: 9 });
    happen('user-9', 'UserEnabled', { userId: 9 });
    const answeredAt = view.people.nowOf(9)?.at ?? 0;
    happen('user-9', 'UserDisabled', { userId: 9 }, 'late');
    const entry = { ...disable, another: { id: 9, basedOn: 4 }, wasSo: wasDisabled, sentAt: 0, answeredAt };
    expect(judge(ledgerOf(entry), view)).toEqual([0, 0, 0]);
    expect(judge(ledgerOf({ ...entry, wasSo: () => false }), view)).toEqual([0, 1, 0]);
  });
});

describe('what belongs to organizations', () => {
  const organization = { organizationId: 3, name: 'chaos a', external: true };
  const withOrganization = () => {
    const log = quietLog();
    log.happen('organization-3', 'OrganizationRegistered', organization);
    const key = { ...log.key, consumerId: 8, organizationId: 3, operationId: 'key 8' };
    log.happen('consumer-8', 'ConsumerRequested', { ...key, credentials: { apiKey: null, oauth2: null } });
    log.happen('consumer-8', 'ConsumerApplied', key, 'apply key', 0);
    log.complete('key 8');
    return log;
  };
  const open = ({ view }: ReturnType<typeof quietLog>) => {
    const key = view.keys.get(8) as SeenKey;
    const shot = {
      kind: 'valid' as const,
      aimed: view.deployments.get(5) as SeenDeployment,
      key,
      organization: view.organizations.all.get(3),
    };
    const tally = createCounts();
    judgeCall(
      shot,
      standing(shot),
      { startedAt: 0, status: 200, headers: {}, arrived: '127.0.0.1:9/target-1/probe' },
      tally,
    );
    judgeSuspects(tally, view);
    return tally.counts.open;
  };

  it('finds a key that works after its organization is off, and not before that is completed', () => {
    const log = withOrganization();
    expect(open(log)).toBe(0);
    log.happen('organization-3', 'OrganizationDeactivated', { organizationId: 3, operationId: 'off' });
    expect(open(log)).toBe(0);
    log.complete('off');
    expect(open(log)).toBe(1);
    log.happen('organization-3', 'OrganizationActivated', { organizationId: 3, operationId: 'on' });
    expect(open(log)).toBe(0);
  });

  it('finds an organization that was to be deleted and is not gone, and keys that outlive it', () => {
    const log = withOrganization();
    const { view, happen } = log;
    const deletion = { organizationId: 3, requestId: 1, requestedBy: 1 };
    happen('organization-3', 'OrganizationDeletionRequested', deletion);
    happen('organization-3', 'OrganizationDeletionApproved', { ...deletion, operationId: 'deletion' });
    log.complete('deletion');
    expect(judge(openLedger(), view)).toEqual([0, 0, 1]);
    happen('organization-3', 'OrganizationDeleted', { organizationId: 3 });
    expect(judge(openLedger(), view)).toEqual([1, 0, 0]);
  });

  it('finds an application that is not gone, and an approval that is not finished', () => {
    const { view, happen } = quietLog();
    const application = { applicationId: 4, organizationId: 1, name: 'chaos b' };
    happen('application-4', 'ApplicationRegistered', application);
    happen('application-4', 'ApplicationDeletionRequested', { applicationId: 4, operationId: 'x' });
    const request = { registrationId: 6, userId: 12, email: 'a@b.example', firstname: 'A', lastname: 'B' };
    happen('registration-6', 'RegistrationRequested', request);
    happen('registration-6', 'RegistrationApprovalBegun', request);
    expect(unfinished(view)).toHaveLength(2);
    happen('application-4', 'ApplicationDeleted', { applicationId: 4 });
    happen('registration-6', 'RegistrationApproved', request);
    expect(unfinished(view)).toEqual([]);
  });
});

describe('a rotated key', () => {
  const reference = (secretId: string) => ({ apiKey: { secretId }, oauth2: null });
  it('works with both values until the old one is ended, and is open when that works later', () => {
    const { view, happen, complete, key } = quietLog();
    const seen = view.keys.get(7) as SeenKey;
    happen('consumer-7', 'CredentialRotationRequested', { ...key, operationId: 'r1', credentials: reference('one') });
    happen('consumer-7', 'ConsumerApplied', { ...key, operationId: 'r1' });
    complete('r1');
    happen('consumer-7', 'CredentialRotationRequested', { ...key, operationId: 'r2', credentials: reference('two') });
    happen('consumer-7', 'ConsumerApplied', { ...key, operationId: 'r2' });
    complete('r2');
    expect([seen.secretId, seen.previous, seen.retired.size]).toEqual(['two', 'one', 0]);
    happen('consumer-7', 'PreviousCredentialsEnded', { ...key, operationId: 'e' });
    const shot = {
      kind: 'removed' as const,
      aimed: view.deployments.get(5) as SeenDeployment,
      key: seen,
      secretId: 'one',
    };
    expect(standing(shot).keyGone).toBe(false);
    complete('e');
    expect(standing(shot).keyGone).toBe(true);
    expect(standing({ ...shot, secretId: 'two' }).keyGone).toBe(false);
  });
});

describe('mails', () => {
  const mailed = (ids: readonly string[], prepare: (log: ReturnType<typeof quietLog>) => void = () => undefined) => {
    const log = quietLog();
    log.happen('user-9', 'UserDisabled', { userId: 9 });
    prepare(log);
    const arrived = ids.map((id, number) => ({ id, number, to: 'a@b.example', text: '' }));
    const { lost, doubled, doubtful } = judgeMails(log.view, arrived, 0);
    return [lost.length, doubled.length, doubtful];
  };
  const request = (log: ReturnType<typeof quietLog>, operationId = 'm') =>
    log.happen(`mail-${operationId}`, 'MailRequested', {
      operationId,
      kind: 'disabled',
      recipient: { noun: 'user', id: 9 },
      cause: { stream: 'user-9', version: 1 },
    });
  const sent = (log: ReturnType<typeof quietLog>) => {
    request(log);
    log.complete('m');
  };
  const fails = (code: string) => (log: ReturnType<typeof quietLog>) => {
    request(log);
    log.happen('operation-m', 'OperationFailed', { attempt: 1, class: 'permanent', problems: [{ code }] });
  };

  it('accepts one mail about an event', () => expect(mailed(['m'], sent)).toEqual([0, 0, 0]));
  it('finds a mail that nobody requested', () => expect(mailed([])).toEqual([1, 0, 0]));
  it('finds a mail that was sent and has not arrived', () => expect(mailed([], sent)).toEqual([1, 0, 0]));
  it('finds a mail that arrived twice', () => expect(mailed(['m', 'm'], sent)).toEqual([0, 1, 0]));
  it('finds a mail that failed, unless nobody knows whether it arrived', () => {
    expect(mailed([], fails('mail.refused'))).toEqual([1, 0, 0]);
    expect(mailed([], fails('mail.in-doubt'))).toEqual([0, 0, 1]);
    expect(mailed(['m'], fails('mail.in-doubt'))).toEqual([0, 0, 1]);
  });
  it('finds a mail that was requested twice', () => {
    const twice = (log: ReturnType<typeof quietLog>) => {
      sent(log);
      request(log, 'n');
      log.complete('n');
    };
    expect(mailed(['m', 'n'], twice)).toEqual([0, 1, 0]);
  });
});

describe('what people may read', () => {
  const seen = (visit: Partial<Visit>, toldAfter = 0) => {
    const { view, happen } = quietLog();
    const person = { userId: 9, organizationId: 1, firstname: 'A', lastname: 'B', email: 'a@b.example' };
    happen('user-9', 'UserRegistered', { ...person, roles: ['ROLE_AUDITOR'] });
    happen('user-9', 'UserRolesChanged', { userId: 9, to: [] }, 'take');
    const at = view.people.nowOf(9)?.at ?? 0;
    const ledger = ledgerOf({ commandId: 'take', answeredAt: at + toldAfter });
    const plain = { userId: 9, path: '/x', role: 'ROLE_AUDITOR', got: true } as const;
    const { open, refused } = judgeVisits([{ ...plain, from: at + 100, to: at + 200, ...visit }], view, ledger);
    return [open.length, refused];
  };

  it('finds a role that works after somebody was told that it is taken', () => expect(seen({})).toEqual([1, 0]));
  it('does not mind before', () => expect(seen({}, 150)).toEqual([0, 0]));
  it('accepts that nothing is got', () => expect(seen({ got: false })).toEqual([0, 0]));
  it('finds a refusal of somebody who may', () =>
    expect(seen({ got: false, from: 0, role: undefined })).toEqual([0, 1]));
});

describe('how long a command takes', () => {
  const began = Date.now() - 3_600_000;
  const second = (at: number) => began + at * 1_000;
  const quiet = () => quietLog().view;
  const span = (from: number, to: number) => ({ name: 'x', what: 'x', from: second(from), to: second(to) });
  /** The deployment of the quiet log takes 2 s; another one as long as told. */
  const took = (seconds: number, spans: readonly Span[] = []) => {
    const view = quiet();
    const operation = view.operations.get('deploy') as SeenOperation;
    view.operations.set('slow', {
      ...operation,
      id: 'slow',
      requestedAt: new Date(second(100)).toISOString(),
      endedAt: new Date(second(100 + seconds)).toISOString(),
    });
    const ledger = ledgerOf({});
    Object.assign(
      ledger.add({ key: 'b', commandId: 'b', kind: 'deploy', event: 'DeploymentRequested', who: 'ada-lindqvist' }),
      {
        response: { entityId: 5, operationId: 'slow' },
      },
    );
    return waits(ledger, view, second(50), spans);
  };

  it('counts disturbances that overlap once', () => {
    expect(disturbedSeconds([span(5, 9), span(0, 6), span(20, 30)], second(2), second(25))).toBe(12);
    expect(disturbedSeconds([], second(0), second(9))).toBe(0);
  });
  it('tells undisturbed from disturbed', () => {
    const { calm, disturbed, most } = took(40);
    expect([calm.longest?.seconds, disturbed.longest?.seconds, most]).toEqual([2, 40, 50]);
  });
  it('accepts a multiple of what the machine needs undisturbed, and the disturbances on top', () => {
    expect(took(50).late).toEqual([]);
    expect(took(51).late).toHaveLength(1);
    expect(took(90, [span(90, 145)]).late).toEqual([]);
    expect(took(400, [span(90, 145)]).late).toHaveLength(1);
  });
});
