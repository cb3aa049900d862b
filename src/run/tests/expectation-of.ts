/** The result of a request as the expectation of a test. */
import { masked } from '../../model/secret.ts';
import { usageError } from '../../model/errors.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';
import type { RequestWay } from '../../model/traffic/trace.ts';
import type { Json } from '../../model/value.ts';
import { unknownText } from '../../report/tests/unknown-words.ts';
import { missingHelp } from '../../report/trace/fact-help.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The expectation of a test of which this is the result; refuses a result that none can have. */
export function expectationOf(way: RequestWay, url: string): Readonly<Record<string, Json>> {
  const { missing, results, outcome } = way;
  const [unknown] = missing;
  if (unknown !== undefined)
    throw usageError(
      `the result is not decided, so no test was written: ${unknownText(unknown)}`,
      missingHelp(unknown),
    );
  const [got] = results;
  if (outcome.isHostUnserved === true) return { connection: 'refused' };
  if (got === undefined || got.code === 'nothing' || got.code === 'unknown')
    throw usageError(
      `nothing serves \`${url}\`, so no test was written`,
      'trace a URL that a resource serves',
    );
  // A value that is not shown is written nowhere else.
  const isShown = (value: string | undefined): boolean => value?.includes(masked) !== true;
  const headers = (of: 'request' | 'response'): Readonly<Record<string, Json>> => {
    const changed = way.changes.flatMap((change) =>
      change.code === 'header' && change.of === of && !isUnknownValue(change.value) && isShown(change.value)
        ? [[change.name, change.value ?? null] as const]
        : [],
    );
    return changed.length === 0 ? {} : { [`${of}_headers`]: Object.fromEntries(changed) };
  };
  const status = typeof outcome.status === 'number' ? { status: outcome.status } : {};
  switch (got.code) {
    case 'closed':
      return { refused_by: got.by, connection: 'refused' };
    case 'login':
      return { login: loginName(outcome.login) };
    case 'refused':
      return { ...status, refused_by: got.by, ...headers('response') };
    case 'moved':
      return { ...status, ...(isShown(got.to) ? { location: got.to } : {}), ...headers('response') };
    case 'failed':
      throw usageError(
        'the status of the result is not documented, so no test was written',
        "give it with --fact 'given.error_status: 502'",
      );
    case 'served': {
      const forwarded = outcome.forwardedTo.at(-1);
      return {
        ...status,
        ...(outcome.backend === undefined
          ? { served_by: outcome.servedBy ?? '' }
          : { backend: outcome.backend }),
        ...withoutUndefined({ forwarded_to: forwarded }),
        ...headers('request'),
        ...headers('response'),
      };
    }
  }
}

/** A provider by its name; the URL of an issuer is longer than the name of the module that asks for it. */
function loginName(login: RequestWay['outcome']['login']): string {
  const [provider = '', ...more] = login?.providers ?? [];
  return more.length > 0 || provider === '' || provider.includes('://') ? (login?.by ?? '') : provider;
}
