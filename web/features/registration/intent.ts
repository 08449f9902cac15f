/** What a reviewer wants to do with a request. */
export type Intent = 'approve' | 'deny' | 'read';
