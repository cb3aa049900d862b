import { existsSync } from 'node:fs';
import path from 'node:path';
import { devFileName } from '../../dev/answer/plain-answer.ts';
import type { DevSettings, LocalUpstream } from '../../dev/dev-site.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Environment } from '../../model/workspace.ts';
import type { EdgeHost } from '../../routing/edges.ts';
import { readNamedFile } from '../../run/cli/files/named-file.ts';
import { isJsonMap, parsedJson } from '../../text/json/json-access.ts';
import { isLoopback } from '../../text/loopback.ts';
import { suggestionOr } from '../../text/suggest.ts';
import { checkedFacts } from './read-facts.ts';

/** The options that the file of `dev` has keys for; an option wins over a key. */
export interface DevFileOptions {
  readonly upstream?: readonly string[];
  readonly host?: readonly string[];
  readonly keySet?: readonly string[];
}

interface DevPlace {
  readonly root: string;
  readonly environment: Environment;
  readonly secrets: Readonly<Record<string, string>>;
}

type PlainMap = Readonly<Record<string, unknown>>;

const keys = ['upstreams', 'hosts', 'key_sets', 'from', 'given'] as const;

/** Beside these keys, the file may have them for one environment: `environments.staging.hosts`. */
const ofEnvironment = 'environments';

/** The settings of options and of the file beside edgewright.yaml. Throws `UserError` 64 for a mistake. */
export function readDevSettings(
  io: Io,
  { root, environment, secrets }: DevPlace,
  options: DevFileOptions,
): DevSettings {
  const file = readDevFile(io, root, environment.name);
  const pairs = (option: string, values: readonly string[] = []): readonly Pair[] =>
    values.map((value) => pairOf(option, value));
  const upstreams = [
    ...pairs('--upstream', options.upstream).map(upstreamOf),
    ...entries(file, 'upstreams').map(ownUpstream),
  ];
  const hosts = [...pairs('--host', options.host), ...entries(file, 'hosts')];
  const keySets = [
    ...pairs('--key-set', options.keySet).map((pair) => ({ ...pair, folder: io.cwd })),
    ...entries(file, 'key_sets').map((pair) => ({ ...insideOf(pair), folder: root })),
  ];
  const facts = checkedFacts({ from: file['from'] ?? {}, given: file['given'] ?? {} });
  if ('problem' in facts) throw usageError(`\`${devFileName}\`: ${facts.problem}`);
  return {
    upstreams,
    hosts: hosts.map((pair) => edgeHost(pair, environment)),
    keySets: new Map(
      keySets.map(({ name, value, place, folder }) => [
        name,
        keySetAt(io, path.resolve(folder, value), place),
      ]),
    ),
    from: facts.from,
    given: { ...facts.given, secrets: { ...secrets, ...facts.given.secrets } },
  };
}

function readDevFile(io: Io, root: string, environment: string): PlainMap {
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

function mapWith(value: unknown, known: readonly string[], what: string): PlainMap {
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
interface Pair {
  readonly name: string;
  readonly value: string;
  readonly place: string;
}

function entries(file: PlainMap, key: (typeof keys)[number]): readonly Pair[] {
  const map = file[key];
  if (map === undefined || map === null) return [];
  if (!isJsonMap(map)) throw usageError(`\`${key}\` in \`${devFileName}\` is not a map`);
  return Object.entries(map).map(([name, value]) => {
    const place = `\`${key}.${name}\` in \`${devFileName}\``;
    if (typeof value !== 'string') throw usageError(`${place} is not a string`);
    return { name, value, place };
  });
}

/** `name=value`; a URL may have an equals sign behind. */
function pairOf(option: string, text: string): Pair {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && value !== '') return { name, value, place: `\`${option} ${text}\`` };
  const example = {
    '--upstream': 'backend/shop=http://localhost:3000',
    '--host': 'shop.example.com=https-edge/main',
    '--key-set': 'https://id.example.com/jwks=keys.json',
  }[option];
  throw usageError(
    `\`${option} ${text}\` has no \`=\` between two values`,
    `write \`${option} ${example ?? ''}\``,
  );
}

function upstreamOf({ name, value, place }: Pair): LocalUpstream {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageError(
      `${place}: \`${value}\` is not an http or https URL`,
      'write it as `http://localhost:3000`',
    );
  if (!/^[\w*-]+\/|:\/\//.test(name))
    throw usageError(
      `${place}: \`${name}\` is not the name of an upstream`,
      'write `backend/<name>`, `https://<name>.internal` or `endpoint/<name>`; requests without an upstream show theirs',
    );
  return { name, url };
}

/** Requests may carry secrets: a file of a repository cannot send them to another machine, only a person can. */
function ownUpstream(pair: Pair): LocalUpstream {
  const upstream = upstreamOf(pair);
  if (isLoopback(upstream.url.hostname)) return upstream;
  throw usageError(
    `${pair.place}: \`${pair.value}\` is not on this machine`,
    `name it by an option: \`--upstream ${pair.name}=${pair.value}\``,
  );
}

function insideOf(pair: Pair): Pair {
  const isOutside = path.isAbsolute(pair.value) || pair.value.split(/[\\/]/).includes('..');
  if (!isOutside) return pair;
  throw usageError(
    `${pair.place}: \`${pair.value}\` is outside the workspace`,
    `name it by an option: \`--key-set ${pair.name}=${pair.value}\``,
  );
}

function edgeHost({ name: host, value, place }: Pair, { ids }: Environment): EdgeHost {
  const names = [...ids.values()].filter(({ target }) => target === 'https-edge').map(({ name }) => name);
  const edge = value.startsWith('https-edge/') ? value : `https-edge/${value}`;
  if (names.includes(edge)) return { edge, host };
  throw usageError(`${place}: \`ids\` has no \`${edge}\``, suggestionOr(edge, names, undefined));
}

function keySetAt(io: Io, file: string, place: string): unknown {
  const document = parsedJson(readNamedFile(io, file, { what: place }));
  if (isJsonMap(document) && Array.isArray(document['keys'])) return document;
  throw usageError(`${place} is not a key set`, 'a key set is a JSON object with a list `keys` (RFC 7517)');
}
