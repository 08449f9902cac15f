import type { Acl } from './admin/acls.ts';

/** What a user may do at a topic. `group`: null for one who may not read. */
type TopicRights = Readonly<{
  user: string;
  topic: string;
  writes: boolean;
  group: Readonly<{ pattern: 'literal' | 'prefixed'; name: string }> | null;
}>;

export const principalOf = (user: string): string => `User:${user}`;

/**
 * Returns the ACLs for exactly one topic and its reader's groups. Each right also lets its user describe the thing (Kafka's
 * `AclEntry`), and idempotent writing needs no other since Kafka 3.0 (KIP-679).
 */
export const aclsOf = ({ user, topic, writes, group }: TopicRights): Acl[] => {
  const base = { principal: principalOf(user), host: '*', permission: 'allow' } as const;
  const onTopic = { ...base, resource: 'topic', name: topic, pattern: 'literal' } as const;
  return [
    ...(writes ? [{ ...onTopic, operation: 'write' } as const] : []),
    ...(group
      ? [
          { ...onTopic, operation: 'read' } as const,
          { ...base, resource: 'group', ...group, operation: 'read' } as const,
        ]
      : []),
  ];
};

const fields = ['resource', 'name', 'pattern', 'principal', 'host', 'operation', 'permission'] as const;
const keyOf = (acl: Acl): string => JSON.stringify(fields.map((field) => acl[field]));

/** Returns the ACLs of the first list that the second does not have. */
export const without = (acls: readonly Acl[], others: readonly Acl[]): Acl[] => {
  const known = new Set(others.map(keyOf));
  return acls.filter((acl) => !known.has(keyOf(acl)));
};
