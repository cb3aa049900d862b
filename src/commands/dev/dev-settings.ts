import path from 'node:path';
import type { DevSettings, LocalUpstream } from '../../dev/dev-site.ts';
import { devFileName } from '../../model/dev-contract.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { readNamedFile } from '../../run/cli/files/named-file.ts';
import {
  devFileEntries,
  hostsOfDevFile,
  hostsOfOptions,
  localSettings,
  readDevFile,
  type LocalSetting,
} from '../../run/session/workspace/dev-file.ts';
import { isJsonMap, parsedJson } from '../../text/json/json-access.ts';
import { isLoopback } from '../../text/loopback.ts';
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

/** The settings of options and of the file beside edgewright.yaml. Throws `UserError` 64 for a mistake. */
export function readDevSettings(
  io: Io,
  { root, environment, secrets }: DevPlace,
  options: DevFileOptions,
): DevSettings {
  const file = readDevFile(io, root, environment.name);
  const upstreams = [
    ...localSettings('--upstream', options.upstream).map(upstreamOf),
    ...devFileEntries(file, 'upstreams').map(ownUpstream),
  ];
  const keySets = [
    ...localSettings('--key-set', options.keySet).map((pair) => ({ ...pair, folder: io.cwd })),
    ...devFileEntries(file, 'key_sets').map((pair) => ({ ...insideOf(pair), folder: root })),
  ];
  const facts = checkedFacts({ from: file['from'] ?? {}, given: file['given'] ?? {} });
  if ('problem' in facts) throw usageError(`\`${devFileName}\`: ${facts.problem}`);
  return {
    upstreams,
    hosts: [...hostsOfOptions(environment, options), ...hostsOfDevFile(file, environment)],
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

function upstreamOf({ name, value, place }: LocalSetting): LocalUpstream {
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
function ownUpstream(pair: LocalSetting): LocalUpstream {
  const upstream = upstreamOf(pair);
  if (isLoopback(upstream.url.hostname)) return upstream;
  throw usageError(
    `${pair.place}: \`${pair.value}\` is not on this machine`,
    `name it by an option: \`--upstream ${pair.name}=${pair.value}\``,
  );
}

function insideOf(pair: LocalSetting): LocalSetting {
  const isOutside = path.isAbsolute(pair.value) || pair.value.split(/[\\/]/).includes('..');
  if (!isOutside) return pair;
  throw usageError(
    `${pair.place}: \`${pair.value}\` is outside the workspace`,
    `name it by an option: \`--key-set ${pair.name}=${pair.value}\``,
  );
}

function keySetAt(io: Io, file: string, place: string): unknown {
  const document = parsedJson(readNamedFile(io, file, { what: place }));
  if (isJsonMap(document) && Array.isArray(document['keys'])) return document;
  throw usageError(`${place} is not a key set`, 'a key set is a JSON object with a list `keys` (RFC 7517)');
}
