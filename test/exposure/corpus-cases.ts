import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { Json, JsonObject } from '../../src/model/value.ts';

/**
 * One side of a change: specs by address, laid over what both sides have, field by field (`null` takes a field or a
 * whole resource away), and other files by path. Of a spec, `rules` is the request phase of its traffic policy and
 * `policy` the policy itself, a mapping or a text; what a spec does not say is filled in by `specOf`.
 */
interface Files {
  readonly resources?: Readonly<Record<string, JsonObject | null>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** Without `resources` and `files`: the spec of the one resource that changes. */
export type Side = Files | JsonObject;

interface Change {
  readonly name: string;
  /** The address of a spec; default: `endpoint/shop`. */
  readonly of?: string;
  readonly both?: Side;
  readonly before?: Side;
  /** Of two pull requests in a row, what is applied after `before`. */
  readonly between?: Side;
  readonly after?: Side;
}

/** A request test without its name and expectation. */
type Request = Readonly<Record<string, unknown>>;

/** A change after which somebody gets through who was kept out, or an upstream gets what it was kept from. */
export interface Weakening extends Change {
  /** Absent only with `shows`. */
  readonly request?: Request | string;
  readonly given?: JsonObject;
  /** The `expect` of that request on either side. */
  readonly was?: JsonObject;
  readonly will_be?: JsonObject;
  /** Why no request can show it. */
  readonly shows?: string;
}

/** A change after which nobody gets through who was kept out. */
export interface Harmless extends Change {
  /** Requests that get the same on both sides. */
  readonly same?: readonly (Request & { readonly expect: JsonObject })[];
}

interface CorpusFile {
  readonly weakenings?: readonly Weakening[];
  readonly rewrites?: readonly Harmless[];
  readonly tightenings?: readonly Harmless[];
}

const folder = new URL('corpus/', import.meta.url);
const parts = readFileSync(new URL('parts.yaml', import.meta.url), 'utf8');

const files = readdirSync(folder)
  .sort()
  .map((file): readonly [theme: string, CorpusFile] => [
    file.replace('.yaml', ''),
    parse(`${parts}\n${readFileSync(new URL(file, folder), 'utf8')}`, {
      merge: true,
      maxAliasCount: -1,
    }) as CorpusFile,
  ]);

/** The cases of a list with the theme of their file. */
function named<Kind extends Change>(of: (file: CorpusFile) => readonly Kind[] | undefined) {
  return files.flatMap(([theme, file]) =>
    (of(file) ?? []).map((one): readonly [string, Kind] => [`${theme}: ${one.name}`, one]),
  );
}

/** All cases, by the name of their file and their own. */
export const corpus = {
  weakenings: named(({ weakenings }) => weakenings),
  rewrites: named(({ rewrites }) => rewrites),
  tightenings: named(({ tightenings }) => tightenings),
};

/** The files of a side. */
export function filesOf(
  { of = 'endpoint/shop', ...change }: Change,
  changed: Side = { resources: {} },
  tests: readonly Request[] = [],
): Readonly<Record<string, string>> {
  const whole = (one: Side): Files =>
    'resources' in one || 'files' in one ? one : { resources: { [of]: one as JsonObject } };
  const [both, side] = [whole(change.both ?? { resources: {} }), whole(changed)];
  const addresses = new Set([...Object.keys(both.resources ?? {}), ...Object.keys(side.resources ?? {})]);
  const documents = [...addresses].flatMap((address) => {
    const [own, shared] = [side.resources?.[address], both.resources?.[address]];
    if (own === null || (own === undefined && shared === null)) return [];
    const [kind = '', name = ''] = address.split('/');
    return [
      stringify(
        { kind, name, spec: specOf(kind, name, { ...shared, ...own }) },
        { aliasDuplicateObjects: false },
      ),
    ];
  });
  return {
    ...both.files,
    ...side.files,
    ...(documents.length === 0 ? {} : { 'resources/case.yaml': documents.join('---\n') }),
    ...(tests.length === 0
      ? {}
      : { 'tests/case.yaml': stringify({ tests }, { aliasDuplicateObjects: false }) }),
  };
}

/** The test of a request, with what it gets. */
export function requestTest(request: Request | string, expect: JsonObject, given?: JsonObject): Request {
  const { given: own, from, ...rest }: Request = typeof request === 'string' ? { url: request } : request;
  const facts = { ...(own as JsonObject | undefined), ...given };
  return {
    name: 'case',
    environments: ['production'],
    request: rest,
    ...(from === undefined ? {} : { from }),
    expect,
    ...(Object.keys(facts).length === 0 ? {} : { given: facts }),
  };
}

function specOf(kind: string, name: string, { rules, policy, ...written }: JsonObject): JsonObject {
  const language = policy ?? (rules === undefined ? undefined : { on_http_request: rules });
  const inModule = language === undefined ? {} : { traffic_policy: { value: language } };
  const spec = {
    endpoint: {
      url: `https://${name}.example.com`,
      ...(language === undefined ? {} : { traffic_policy: language }),
    },
    'https-route': {
      edge_id: 'https-edge/main',
      match_type: 'path_prefix',
      match: `${name}.example.com`,
      backend: { backend_id: `backend/web` },
      ...inModule,
    },
    'tls-edge': {
      hostports: [`${name}.example.com:443`],
      backend: { backend_id: 'backend/web' },
      ...inModule,
    },
  }[kind];
  return Object.fromEntries(
    Object.entries<Json>({ ...spec, ...written }).filter(([, value]) => value !== null),
  );
}
