/** The way of one request, as `trace` draws it, and the request as a test. */
import { createHash } from 'node:crypto';
import type { GivenFacts, RequestFacts } from '../../model/traffic/request-facts.ts';
import { traceHtml } from '../../report/trace/trace-page.ts';
import { parseRequest } from '../../routing/traffic/request.ts';
import type { DevServing, TestCandidate } from '../dev-serving.ts';
import { shownValue } from '../answer/plain-answer.ts';
import type { DevPage } from './dev-page.ts';
import type { LoggedRequest } from './request-log.ts';

export function wayPage({ edgeRequest, chosen }: LoggedRequest): DevPage {
  const { site } = edgeRequest;
  const facts = edgeRequest.facts();
  const headers = new Map(
    [...facts.headers].map(([name, values]) => [
      name,
      values.map((value) => shownValue(name, value, site.clean)),
    ]),
  );
  const parsed = parseRequest(facts.url, { method: facts.method, headers });
  if ('problem' in parsed) throw new Error(parsed.problem);
  const html = traceHtml({
    environment: site.environment,
    request: { ...parsed.request, url: site.clean(facts.url) },
    sides: [{ side: 'desired', answers: edgeRequest.trace() }],
    given: shownFacts(facts, chosen),
  });
  // The page has its policy inside.
  return { html, policy: policyIn(html) };
}

function shownFacts({ from: { ip }, given: { login } }: RequestFacts, chosen: LoggedRequest['chosen']) {
  const given = withoutSecrets(chosen.given);
  return {
    from: { ip, ...chosen.from },
    ...(login === undefined ? {} : { login }),
    ...(Object.keys(given).length === 0 ? {} : { given }),
  };
}

function policyIn(html: string): string {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
}

/** Headers that say how a client connects, or that differ from one browser to the next. */
const passing =
  /^(?:host|connection|keep-alive|upgrade|te|transfer-encoding|content-length|accept|accept-.*|user-agent|sec-.*|cache-control|pragma|dnt|priority|upgrade-insecure-requests|cookie|origin|referer|x-forwarded-.*)$/;

/**
 * Writes a request as a test: with few headers, or with all of them if its result rests on more. Credentials are
 * replaced by facts: what the client sent stays out of the file.
 */
export function savedTest(dev: DevServing, { edgeRequest, chosen }: LoggedRequest): string {
  const { site } = edgeRequest;
  const facts = edgeRequest.facts();
  const { login } = facts.given;
  const all = [...facts.headers].flatMap(([name, values]) => {
    const shown = values.map((value) => (name === 'authorization' ? withoutProof(value) : site.clean(value)));
    return name === 'cookie' || name === 'host'
      ? []
      : [[name, shown.length === 1 ? (shown[0] ?? '') : shown] as const];
  });
  const few = all.filter(([name]) => !passing.test(name));
  const saved = {
    method: facts.method,
    url: site.clean(facts.url),
    body: typeof facts.body === 'string' && facts.body !== '' ? site.clean(facts.body) : undefined,
    facts: {
      from: { ...site.settings.from, ...chosen.from },
      given: {
        ...withoutSecrets(site.settings.given),
        ...edgeRequest.observedFacts(),
        ...(login === undefined ? {} : { login }),
        ...chosen.given,
      },
    },
    results: edgeRequest.trace().flatMap(({ way }) => way.results),
  };
  const candidates: readonly TestCandidate[] = [few, all].map((headers) => ({
    ...saved,
    headers: Object.fromEntries(headers),
  }));
  return dev.saveTest(site, candidates);
}

function withoutSecrets({ secrets: _, ...given }: GivenFacts): GivenFacts {
  return given;
}

/** A header of the same form: a token keeps what it says, a password does not. */
function withoutProof(value: string): string {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
  if (/^basic$/i.test(scheme)) {
    const user = Buffer.from(rest, 'base64').toString().replace(/:.*$/s, '');
    return `Basic ${Buffer.from(`${user}:password`).toString('base64')}`;
  }
  const parts = rest.split('.');
  return parts.length === 3 ? `${scheme} ${parts[0]}.${parts[1]}.c2lnbmF0dXJl` : `${scheme} a.b.c`;
}
