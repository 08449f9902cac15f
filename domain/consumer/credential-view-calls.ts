import { call } from '../core/call.ts';
import { credentialViewListQuery, credentialViewPage } from './credential-view.ts';

export const listCredentialViews = call({
  method: 'get',
  path: '/api/view-consumer-list',
  query: credentialViewListQuery,
  response: credentialViewPage,
});
