import type { HttpRequest } from '../../../remote/http/exchange.ts';
import type { RequestTest } from '../../../model/traffic/request-test.ts';
import { type SecretLookup, masked } from '../../../model/secret.ts';
import { type Responder, devFacts } from './dev-target.ts';
import { replaceSecretReferences } from '../../../model/secret-reference.ts';
import { version } from '../../../version.ts';

interface PreparedRequest {
  readonly request: Pick<HttpRequest, 'method' | 'headers' | 'body'>;
  /** Replaces the values of the secrets of the request wherever the service repeats them. */
  readonly mask: <Result>(result: Result) => Result;
}

export function preparedRequest(
  test: RequestTest,
  secrets: SecretLookup,
  answering: Responder,
): PreparedRequest {
  const { facts } = test;
  const values = new Set<string>();
  const resolved = (text: string): string =>
    replaceSecretReferences(text, (name) => {
      const value = secrets(name)?.reveal() ?? '';
      values.add(value);
      return value;
    });
  const headers: Record<string, readonly string[]> = {
    'user-agent': [`edgewright/${version} (test --send)`],
    accept: ['*/*'],
    ...(answering === 'dev' ? devFacts(test) : {}),
  };
  for (const [name, all] of facts.headers) headers[name] = all.map(resolved);
  const clean = (text: string): string =>
    [...values].reduce((shown, value) => (value === '' ? shown : shown.replaceAll(value, masked)), text);
  return {
    request: { method: facts.method, headers, body: typeof facts.body === 'string' ? facts.body : undefined },
    mask: (result) => cleanedValue(result, clean) as typeof result,
  };
}

function cleanedValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanedValue(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanedValue(item, clean)]));
}
