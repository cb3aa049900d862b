import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { RequestCase } from './case-files.ts';

/**
 * A request whose verdict follows from the documents of the service. Its resources are written whole, or as the policy
 * of endpoint/shop, the modules of https-route/shop, or a part of that policy.
 */
export interface DocumentedRequest extends Pick<RequestCase, 'name' | 'source' | 'missing'> {
  /** Undefined: anything but `ok`. `error`: a mistake of the test, found by lint or by its run. */
  readonly outcome?: RequestCase['outcome'] | 'error';
  /** Words of the message of an error. */
  readonly message?: readonly string[];
  readonly files?: RequestCase['files'];
  readonly resources?: readonly object[];
  readonly policy?: object;
  readonly route?: object;
  /** An expression: the body is `yes` if it is true, otherwise `no`. */
  readonly condition?: string;
  /** An expression of the response phase: `x-is` is `yes` if it is true. */
  readonly reply?: string;
  /** A body with expressions, and what it is then. */
  readonly says?: string;
  readonly gives?: string;
  readonly test?: Readonly<Record<string, unknown>>;
  /** The test as text, where the way of writing a value matters. */
  readonly raw?: string;
}

/** The requests of a folder by the name of their file and their own. */
export function requestsOf(folder: string): readonly (readonly [string, DocumentedRequest])[] {
  const url = new URL(`${folder}/`, import.meta.url);
  return readdirSync(url).flatMap((file) => {
    const text = readFileSync(new URL(file, url), 'utf8');
    const list = parse(text, { merge: true }) as readonly DocumentedRequest[];
    return list.map((one) => [`${file.replace('.yaml', '')}: ${one.name}`, one] as const);
  });
}

/** All files of a request, its test in tests/case.yaml. */
export function filesFor(request: DocumentedRequest): RequestCase['files'] {
  const resources = resourcesFor(request).map((one) => stringify(one));
  return {
    'resources/case.yaml': resources.join('---\n'),
    ...request.files,
    'tests/case.yaml': testFor(request),
  };
}

function resourcesFor({ resources, route, ...rest }: DocumentedRequest): readonly object[] {
  if (resources !== undefined) return resources;
  if (route !== undefined) {
    const spec = {
      edge_id: 'https-edge/main',
      match_type: 'path_prefix',
      match: '/',
      backend: { backend_id: 'backend/web' },
    };
    return [{ kind: 'https-route', name: 'shop', spec: { ...spec, ...route } }];
  }
  const spec = { url: 'https://shop.example.com', traffic_policy: policyFor(rest) };
  return [{ kind: 'endpoint', name: 'shop', spec }];
}

function policyFor({ policy, condition, reply, says }: DocumentedRequest): object {
  if (condition !== undefined) {
    const rules = [{ expressions: [condition], actions: [answer('yes')] }, { actions: [answer('no')] }];
    return { on_http_request: rules };
  }
  if (reply !== undefined) {
    const forward = { type: 'forward-internal', config: { url: 'https://app.internal' } };
    const header = { type: 'add-headers', config: { headers: { 'x-is': 'yes' } } };
    return {
      on_http_request: [{ actions: [forward] }],
      on_http_response: [{ expressions: [reply], actions: [header] }],
    };
  }
  return policy ?? { on_http_request: [{ actions: [answer(says ?? '')] }] };
}

function answer(body: string): object {
  return { type: 'custom-response', config: { body } };
}

function testFor({ test = {}, raw, ...rest }: DocumentedRequest): string {
  if (raw !== undefined) return `tests:\n  - { name: case, environments: [production], ${raw.slice(1)}\n`;
  const request = rest.route === undefined ? 'https://shop.example.com/' : 'https-edge/main/';
  const one = { name: 'case', environments: ['production'], request, expect: expectedOf(rest), ...test };
  return stringify({ tests: [withCredentials(one)] });
}

function expectedOf({ reply, says, gives }: DocumentedRequest): object {
  if (reply !== undefined) return { response_headers: { 'x-is': 'yes' } };
  return { body: says === undefined ? 'yes' : gives };
}

/** With each `jwt(<header> <payload>)` and `basic(<user>:<password>)` as a request carries it. */
function withCredentials(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replace(/jwt\((\{.*?\}) (\{.*?\})\)/g, (_, header: string, payload: string) => {
        return `${encoded(header)}.${encoded(payload)}.c2lnbmF0dXJl`;
      })
      .replace(/^basic\((.*)\)$/, (_, text: string) => `Basic ${Buffer.from(text).toString('base64')}`);
  }
  if (Array.isArray(value)) return value.map(withCredentials);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withCredentials(part)]));
}

function encoded(json: string): string {
  return Buffer.from(json).toString('base64url');
}
