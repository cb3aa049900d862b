import { matchMistake, type MatchMistake } from '../../routing/match-mistake.ts';
import { listenerAt } from '../../derive/forms/endpoint-url.ts';
import { memberOf, textOf } from '../objects/json-access.ts';
import { hasText, unless, type Check } from './check.ts';

/** Rules for selecting and verifying traffic: the match of a route, the url of an endpoint, webhooks. */
export const trafficChecks: readonly Check[] = [
  {
    section: '2.9',
    field: 'webhook_verification',
    holds: 'when-enabled',
    check: (value, _, { webhookProvidersWithoutSecret }) => {
      const provider = textOf(memberOf(value, 'provider')).toLowerCase();
      const isExempt = webhookProvidersWithoutSecret.some((name) => name.toLowerCase() === provider);
      return unless(isExempt || hasText(value, 'secret'), ['secret'], 'is required for this provider');
    },
  },
  {
    section: '2.5',
    field: 'match',
    holds: 'always',
    check: (value) =>
      unless(
        !isRefused(matchMistake(textOf(value))),
        [],
        'must be a path, a host, or a host followed by a path',
      ),
  },
  {
    section: '4.1',
    field: 'url',
    holds: 'always',
    check: (value) =>
      unless(
        listenerAt(textOf(value)) !== undefined,
        [],
        'must be `https://host`, `http://host`, `tls://host` or `tcp://host:port`',
      ),
  },
];

/** Accepts a well-formed selector even if it matches nothing: a pattern, a query, a host outside of DNS. */
function isRefused(mistake: MatchMistake | undefined): boolean {
  return mistake === 'empty' || mistake === 'scheme' || mistake === 'shape';
}
