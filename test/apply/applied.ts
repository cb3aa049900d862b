import type { Outcome } from '../../src/model/plan/step-outcome.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';
import { outcomeText } from '../../src/report/run/outcome-words.ts';

export const edge_id = 'edghts_1';
export const shop = { url: 'https://shop.example.com' };
export const docs = { edge_id, match_type: 'path_prefix', match: '/docs', backend: { backend_id: 'bkd_1' } };
export const oidc = {
  issuer: 'https://login.example.com',
  client_id: 'shop',
  client_secret: new SecretReference([{ secret: 'OIDC' }]),
};
export const short = (outcome: Outcome): string =>
  `${outcome.status} ${outcome.action} ${outcome.address}: ${outcomeText(outcome)}`;
