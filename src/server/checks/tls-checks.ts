import { tlsTermination } from '../../kinds/modules/tls-termination.ts';
import type { Json } from '../../model/value.ts';
import { memberOf } from '../objects/json-access.ts';
import { unless, unlessKnown, type Check } from './check.ts';

/** `terminate_at: upstream` passes TLS through unread, so its content cannot be checked here. */
export const tlsChecks: readonly Check[] = [
  {
    section: '2.9',
    field: 'tls_termination',
    holds: 'always',
    check: (value) => unlessKnown(tlsTermination, 'min_version', value),
  },
  {
    section: '2.9',
    field: 'tls_termination',
    holds: 'when-enabled',
    check: (value) =>
      unless(
        !isUpstream(value) || (memberOf(value, 'min_version') ?? null) === null,
        ['min_version'],
        'must be null when `terminate_at` is `upstream`',
      ),
  },
  {
    section: '2.9',
    field: 'mutual_tls',
    holds: 'when-enabled',
    check: (_, { tls_termination }) =>
      unless(
        !isUpstream(tls_termination) || memberOf(tls_termination, 'enabled') === false,
        [],
        'is not allowed when `tls_termination.terminate_at` is `upstream`',
      ),
  },
];

function isUpstream(termination: Json | undefined): boolean {
  return memberOf(termination, 'terminate_at') === 'upstream';
}
