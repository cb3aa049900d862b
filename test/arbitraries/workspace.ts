import fc, { type Arbitrary } from 'fast-check';
import { kindNames } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { GeneratedResource, GeneratedWorkspace } from './generated-workspace.ts';
import { arbitrarySpec } from './spec.ts';
import type { Vocabulary } from './values.ts';

const environments = ['production', 'staging'] as const;

const names = [
  'https-edge/main',
  'https-edge/other',
  'backend/shop',
  'backend/docs',
  'ip-policy/office',
  'ip-policy/vpn',
  'certificate-authority/corp',
  'certificate-authority/partner',
];

const prefixes: Readonly<Record<string, string>> = {
  'https-edge': 'edghts_',
  backend: 'bkdhr_',
  'ip-policy': 'ipp_',
  'certificate-authority': 'ca_',
};

/** The names that specs of generated workspaces refer to. */
export const vocabulary: Vocabulary = {
  ids: Object.fromEntries(
    Object.keys(prefixes).map((target) => [target, names.filter((name) => name.startsWith(`${target}/`))]),
  ),
  secrets: ['LOGIN', 'UPSTREAM'],
  policies: 'any',
};

/** Valid workspaces: no two resources claim the same url, match or hostport, and every name is declared. */
export function arbitraryWorkspace({
  maxResources = 6,
}: { maxResources?: number } = {}): Arbitrary<GeneratedWorkspace> {
  const presets = fc.array(arbitraryPreset(), { maxLength: 2 });
  return presets.chain((specs) => {
    const named = specs.map((spec, index) => ({ name: `preset-${index}`, spec }));
    const resource = fc.constantFrom(...kindNames).chain((kind) =>
      arbitraryResource(
        kind,
        named.map(({ name }) => name),
      ),
    );
    return fc
      .record({
        resources: fc.array(resource, { minLength: 1, maxLength: maxResources }),
        expressions: fc.nat(3),
      })
      .map(({ resources, expressions }) => ({
        environments,
        secrets: { LOGIN: 'login-secret', UPSTREAM: 'upstream secret "with quotes"' },
        ids: Object.fromEntries(environments.map((environment) => [environment, idsOf(environment)])),
        presets: named,
        resources: resources.map((one, index) => ({ ...one, name: `r-${index}`, ...unique(one, index) })),
        expressions,
      }));
  });
}

/** Fields of a route that are not part of its identity. */
function arbitraryPreset(): Arbitrary<JsonObject> {
  const shared = ['response_headers', 'request_headers', 'compression', 'circuit_breaker', 'description'];
  return arbitrarySpec('https-route', vocabulary)
    .map((spec) => Object.fromEntries(Object.entries(spec).filter(([name]) => shared.includes(name))))
    .filter((spec) => Object.keys(spec).length > 0);
}

type Unnamed = Omit<GeneratedResource, 'name'>;

function arbitraryResource(kind: KindName, presets: readonly string[]): Arbitrary<Unnamed> {
  const module = kind === 'endpoint' ? 'description' : 'ip_restriction';
  return fc.record({
    kind: fc.constant(kind),
    uses: kind === 'https-route' ? fc.subarray([...presets]) : fc.constant([]),
    environments: fc.constantFrom<(readonly string[] | undefined)[]>(undefined, undefined, ['production']),
    spec: arbitrarySpec(kind, vocabulary),
    overrides: fc
      .option(arbitrarySpec(kind, vocabulary), { nil: undefined })
      .map((spec): Record<string, JsonObject> => {
        const value = spec?.[module];
        return value === undefined ? {} : { production: { [module]: value } };
      }),
  });
}

/** Makes identities unique by adding a number to the identifying fields in every layer. */
function unique(
  { kind, spec, environments: only, overrides }: Unnamed,
  index: number,
): Pick<GeneratedResource, 'spec' | 'overrides'> {
  const kept =
    only === undefined
      ? overrides
      : Object.fromEntries(Object.entries(overrides).filter(([name]) => only.includes(name)));
  return { spec: { ...spec, ...identity(kind, spec, index) }, overrides: kept };
}

function identity(kind: KindName, spec: JsonObject, index: number): JsonObject {
  switch (kind) {
    case 'endpoint':
      return { url: (spec['url'] as string).replace('://', `://r${index}-`) };
    case 'https-route':
      return { match: numberedMatch(spec['match'] as string, index) };
    case 'tls-edge':
      return {
        hostports: (spec['hostports'] as readonly string[]).map((hostport) => `r${index}-${hostport}`),
      };
  }
}

/** `/a` -> `/r0/a`, `x.example.com` -> `x.example.com/r0`. */
function numberedMatch(match: string, index: number): string {
  const [host = '', ...parts] = match.split('/');
  return [host, `r${index}`, ...parts.filter((part) => part !== '')].join('/');
}

function idsOf(environment: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      `${prefixes[name.split('/')[0] ?? ''] ?? ''}${name.replaceAll(/[^a-z]/g, '')}${environment}`,
    ]),
  );
}
