/** The file beside edgewright.yaml that says what is so on one machine, and options that say the same. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { plainValue } from '../../../derive/schema/plain-value.ts';
import { readYaml } from '../../../derive/yaml/read-yaml.ts';
import { devFileName } from '../../../model/dev-contract.ts';
import { usageError } from '../../../model/errors.ts';
import { type DevFileKey, devFileKeys as keys } from '../../../kinds/documents/dev-file.ts';
import type { Io } from '../../../model/io.ts';
import type { Environment } from '../../../model/workspace/environment.ts';
import type { EdgeHost } from '../../../routing/edges.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { suggestionOr } from '../../../text/suggest.ts';
import { readNamedFile } from '../../cli/files/named-file.ts';

export type DevFile = Readonly<Record<string, unknown>>;

/** Beside these keys, the file may have them for one environment: `environments.staging.hosts`. */
const ofEnvironment = 'environments';

/** The keys of the file for an environment; none without the file. Throws `UserError` 64 for a mistake. */
export function readDevFile(io: Io, root: string, environment: string): DevFile {
  const file = path.join(root, devFileName);
  if (!existsSync(file)) return {};
  const text = readNamedFile(io, file, { what: `\`${devFileName}\`` });
  const { documents, diagnostics } = readYaml({ path: devFileName, text });
  const [mistake] = diagnostics;
  if (mistake !== undefined) throw usageError(`\`${devFileName}\`: ${mistake.message}`);
  const [document] = documents;
  const value = document?.root === undefined ? {} : plainValue(document.root);
  const { [ofEnvironment]: byName = {}, ...all } = mapWith(value, [...keys, ofEnvironment], 'the file');
  if (!isJsonMap(byName)) throw usageError(`\`${ofEnvironment}\` in \`${devFileName}\` is not a map`);
  const own = byName[environment] ?? {};
  const one = mapWith(own, keys, `\`${ofEnvironment}.${environment}\``);
  return Object.fromEntries(keys.map((key) => [key, mergedMaps(all[key], one[key])]));
}

function mergedMaps(some: unknown, more: unknown): unknown {
  return isJsonMap(some) && isJsonMap(more) ? { ...some, ...more } : (more ?? some);
}

function mapWith(value: unknown, known: readonly string[], what: string): DevFile {
  const list = known.map((key) => `\`${key}\``).join(', ');
  if (!isJsonMap(value)) throw usageError(`\`${devFileName}\`: ${what} is not a map`, `it may have ${list}`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return value;
  throw usageError(
    `\`${unknown}\` is not a key of \`${devFileName}\``,
    suggestionOr(unknown, known, `it has ${list}`),
  );
}

/** A name and its value, and where a person wrote them. */
export interface LocalSetting {
  readonly name: string;
  readonly value: string;
  readonly place: string;
}

/** The entries of a map in the file. */
export function devFileEntries(file: DevFile, key: DevFileKey): readonly LocalSetting[] {
  const map = file[key];
  if (map === undefined || map === null) return [];
  if (!isJsonMap(map)) throw usageError(`\`${key}\` in \`${devFileName}\` is not a map`);
  return Object.entries(map).map(([name, value]) => {
    const place = `\`${key}.${name}\` in \`${devFileName}\``;
    if (typeof value !== 'string') throw usageError(`${place} is not a string`);
    return { name, value, place };
  });
}

const examples = {
  '--upstream': 'backend/shop=http://localhost:3000',
  '--host': 'shop.example.com=https-edge/main',
  '--key-set': 'https://id.example.com/jwks=keys.json',
} as const;

/** `name=value`; a URL may have an equals sign behind. */
export function localSettings(
  option: keyof typeof examples,
  texts: readonly string[] = [],
): readonly LocalSetting[] {
  return texts.map((text) => {
    const at = text.indexOf('=');
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    if (at > 0 && value !== '') return { name, value, place: `\`${option} ${text}\`` };
    throw usageError(
      `\`${option} ${text}\` has no \`=\` between two values`,
      `write \`${option} ${examples[option]}\``,
    );
  });
}

/** The hosts of HTTPS edges that options name; an edge has to be in `ids`. */
export function hostsOfOptions(
  environment: Pick<Environment, 'ids'>,
  { host }: { readonly host?: readonly string[] },
): readonly EdgeHost[] {
  return localSettings('--host', host).map((setting) => edgeHost(setting, environment));
}

/** The hosts of HTTPS edges that the file names. */
export function hostsOfDevFile(file: DevFile, environment: Pick<Environment, 'ids'>): readonly EdgeHost[] {
  return devFileEntries(file, 'hosts').map((setting) => edgeHost(setting, environment));
}

function edgeHost({ name: host, value, place }: LocalSetting, { ids }: Pick<Environment, 'ids'>): EdgeHost {
  const names = [...ids.values()].filter(({ target }) => target === 'https-edge').map(({ name }) => name);
  const edge = value.startsWith('https-edge/') ? value : `https-edge/${value}`;
  if (names.includes(edge)) return { edge, host };
  throw usageError(
    `${place}: \`ids\` has no \`${edge}\``,
    suggestionOr(edge, names, 'add it under `ids:` of the environment'),
  );
}
