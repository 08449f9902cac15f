import type { UserDetail } from '#domain/user/schema.ts';

type Question = Readonly<{
  /** Its texts are `faq.question-<id>`, `faq.answer-<id>` and `faq.link-<id>`. */
  id: string;
  href: string;
  /** Returns whether the user may open the link. Other people go to a page that shows what they may do. */
  who?: (user: UserDetail) => boolean;
}>;

const mayPublish = (user: UserDetail) => user.roles.includes('ROLE_PORTAL_ADMIN') || user.ownerApps.length > 0;

/** Address that opens Report an Issue. */
const reportHref = '/help/faq?report=1';

/** The questions in groups, with the links of their answers. */
export const questionGroups = [
  {
    id: 'publishing',
    questions: [
      { id: 'publish', href: '/api-upload', who: mayPublish },
      { id: 'formats', href: '/api-upload', who: mayPublish },
      { id: 'versions', href: '/wall' },
      { id: 'find', href: '/wall/all' },
    ],
  },
  {
    id: 'deploying',
    questions: [
      { id: 'deploy', href: '/wall' },
      { id: 'deploy-failed', href: '/wall' },
      { id: 'names', href: '/wall' },
      { id: 'target', href: '/wall' },
    ],
  },
  {
    id: 'keys',
    questions: [
      { id: 'key', href: '/wall/all' },
      { id: 'send-key', href: '/wall' },
      { id: 'both', href: '/features#call' },
      { id: 'token-time', href: '/wall' },
      { id: 'secret', href: '/wall' },
      { id: 'lost-key', href: '/wall' },
    ],
  },
  {
    id: 'limits',
    questions: [
      { id: 'rate-limit', href: '/kong/requests' },
      { id: 'sizes', href: '/features' },
    ],
  },
  {
    id: 'environments',
    questions: [
      { id: 'environments', href: '/features#environments' },
      { id: 'production', href: '/features#production' },
      { id: 'choose-environment', href: '/user-profile' },
    ],
  },
  {
    id: 'operations',
    questions: [
      { id: 'operation', href: '/wall' },
      { id: 'waiting', href: reportHref },
    ],
  },
  {
    id: 'people',
    questions: [
      { id: 'roles', href: '/user-profile' },
      { id: 'change-role', href: '/user-profile' },
      { id: 'name', href: '/edit-profile' },
      { id: 'password', href: '/change-password' },
    ],
  },
  {
    id: 'reporting',
    questions: [
      { id: 'calls', href: '/kong/requests' },
      { id: 'issue', href: reportHref },
    ],
  },
] as const satisfies readonly Readonly<{ id: string; questions: readonly Question[] }>[];

type QuestionGroup = (typeof questionGroups)[number];
export type FrequentQuestion = QuestionGroup['questions'][number];

/** Returns whether every word of a search is in the texts. */
export const matches = (search: string, ...texts: readonly string[]): boolean => {
  const text = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
