import { stringify } from 'yaml';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { samlMetadata } from './saml-metadata.ts';
import type { Declared } from './takeover-cases.ts';

/** The files of many states in one workspace: each has a label, which is `^` in its texts. */
export type Labelled = Readonly<Record<string, Declared>>;

export const takeoverSettings = `version: 1
ledger: { store: file, lineage: 7c0e9a52-3b1d-4f6e-9f0a-5d2c8b7e1a44 }
secrets: [HOOKS, LOGIN, LOGIN_2]
safety: { max_deletes: 100000, max_changed_percent: 100 }
# The gate is asked, not lint: many of these policies end without an answer.
policy: { dialect: none }
`;

export const takeoverSecrets = {
  EDGEWRIGHT_SECRET_HOOKS: 'the-secret-of-the-hooks',
  EDGEWRIGHT_SECRET_LOGIN: 'the-secret-of-the-login',
  EDGEWRIGHT_SECRET_LOGIN_2: 'the-secret-of-another-login',
};

/** Resources by address in this workspace begin so. */
export function labelledName(label: string, name: string): string {
  return `${label}-${name}`;
}

export function filesOfStates(states: Labelled): Readonly<Record<string, string>> {
  const vars: Record<string, Json> = {};
  const ids: Record<string, Json> = { ...sharedIds };
  const files: Record<string, string> = {};
  for (const [label, declared] of Object.entries(states)) {
    const put = (text: Json): Json => labelled(label, text);
    Object.assign(ids, put(ownIds), put(declared['ids'] ?? {}));
    for (const [name, value] of Object.entries(declared['vars'] ?? {})) vars[`${label}_${name}`] = put(value);
    const documents = Object.entries(declared).flatMap(([entry, spec]) => documentsOf(entry, spec));
    files[`resources/${label}.yaml`] = documents
      .map((document) => stringify(put(document), { lineWidth: 0, aliasDuplicateObjects: false }))
      .join('---\n');
  }
  const known = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== null));
  // Staging has edges of its own.
  const elsewhere = Object.entries(known).map(([name, id]) => [
    name,
    typeof id === 'string' ? id.replace(/^edghts_/, 'edghts_staging_') : id,
  ]);
  const environments = { production: known, staging: Object.fromEntries(elsewhere) };
  for (const [environment, its] of Object.entries(environments))
    files[`environments/${environment}.yaml`] = stringify({ vars, ids: its }, { lineWidth: 0 });
  return files;
}

const sharedIds = {
  'ip-policy/anyone': 'ipp_anyone',
  'ip-policy/office': 'ipp_office',
  'ip-policy/partners': 'ipp_partners',
  'certificate-authority/corp': 'ca_corp',
  'certificate-authority/old': 'ca_old',
};

const ownIds = {
  'https-edge/^': 'edghts_^',
  'https-edge/^-other': 'edghts_^_other',
  'backend/^': 'bkdhr_^',
  'backend/^-other': 'bkdhr_^_other',
  'backend/^-third': 'bkdhr_^_third',
};

const kinds: Readonly<Record<string, { readonly kind: string; readonly spec: JsonObject }>> = {
  route: {
    kind: 'https-route',
    spec: {
      edge_id: 'https-edge/^',
      match_type: 'path_prefix',
      match: '/',
      backend: { backend_id: 'backend/^' },
    },
  },
  endpoint: { kind: 'endpoint', spec: { url: 'https://^.example.com' } },
  edge: { kind: 'tls-edge', spec: { backend: { backend_id: 'backend/^' } } },
  preset: { kind: 'preset', spec: {} },
};

const besideSpec = ['formerly', 'environments', 'overrides', 'uses', 'labels'];

function documentsOf(entry: string, spec: JsonObject | string | null): readonly JsonObject[] {
  const [word = '', name = 'one'] = entry.split(' ');
  if (spec === null || word === 'vars' || word === 'ids') return [];
  if (word === 'removed') return [{ kind: 'removed', address: `https-route/^-${name}`, then: spec }];
  const kind = kinds[word];
  if (kind === undefined || typeof spec === 'string') throw new Error(`unknown entry: ${entry}`);
  const all = Object.entries({ ...kind.spec, ...spec });
  const beside = all.filter(([key]) => besideSpec.includes(key));
  const fields = all.filter(([key, value]) => !besideSpec.includes(key) && value !== null);
  return [
    {
      kind: kind.kind,
      name: `^-${name}`,
      ...Object.fromEntries(beside),
      spec: Object.fromEntries(fields),
    },
  ];
}

/** Texts with the label of their state, and metadata in place of `idp <name>`. */
function labelled(label: string, value: Json): Json {
  if (typeof value === 'string') return metadata(value) ?? value.replaceAll('^', label);
  if (Array.isArray(value)) return value.map((each: Json) => labelled(label, each));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.replaceAll('^', label), labelled(label, each)]),
  );
}

function metadata(text: string): string | undefined {
  const [, name, signers = name] = /^idp (\w+)(?: signed by (.+))?$/.exec(text) ?? [];
  return name === undefined ? undefined : samlMetadata(name, signers?.split(' and '));
}
