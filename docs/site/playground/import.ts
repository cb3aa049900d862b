/*
 * A pasted text as files of the workspace. A policy, an API object, the configuration of an agent and objects of
 * Kubernetes are read as objects of the API, and `pull` writes these, as it writes what is live: with policies in files
 * of their own and references instead of secrets.
 */
import { toLive } from '../../../src/derive/forms/read-form.ts';
import { parsePolicy } from '../../../src/derive/policy/traffic-policy.ts';
import { plainValue } from '../../../src/derive/schema/plain-value.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { editedTo, type EditTools } from '../../../src/edit/edit-to.ts';
import { kindNames, kinds } from '../../../src/kinds/index.ts';
import type { KindName } from '../../../src/kinds/kind.ts';
import { actionOf } from '../../../src/kinds/policy/index.ts';
import { isPhaseName, olderPhases } from '../../../src/kinds/policy/phases.ts';
import type { Json, JsonObject } from '../../../src/model/value.ts';
import { firstFree } from '../../../src/pull/names/free-names.ts';
import { slug } from '../../../src/pull/names/slug.ts';
import { pull } from '../../../src/pull/pull.ts';
import { yamlText } from '../../../src/report/text/yaml.ts';
import { isJsonList, isJsonMap, jsonItems } from '../../../src/text/json/json-access.ts';
import { asCode } from '../../../src/text/quoted.ts';
import { withoutUndefined } from '../../../src/text/without-undefined.ts';
import { codeList } from '../../../src/text/words/list-words.ts';
import { dotted } from '../../../src/text/dotted-path.ts';
import type { CheckedFiles } from './engine.ts';
import type { Import } from './protocol.ts';
import type { Texts } from './state.ts';

const editTools: EditTools = { read: (source) => readYaml(source).documents, print: yamlText };

interface ImportRequest {
  /** The name of the file that the text comes from, or the one that it would get. */
  readonly name: string;
  readonly text: string;
  readonly files: Texts;
  readonly environment: string;
  readonly checked: CheckedFiles;
}

/** An object as the API would return it. */
interface FoundObject {
  readonly kind: KindName;
  readonly answer: JsonObject;
}

interface Found {
  readonly what: string;
  readonly objects: readonly FoundObject[];
  readonly said: readonly string[];
}

/** Undefined for a text that is nothing to be wrapped: it is a file as it is. */
export function imported({ name, text, files, environment, checked }: ImportRequest): Import | undefined {
  const documents = readYaml({ path: name, text }).documents;
  if (documents.some(({ isBroken, root }) => isBroken === true || root === undefined)) return undefined;
  const values = documents.flatMap(({ root }) => (root === undefined ? [] : [plainValue(root)]));
  const base = slug(name.replace(/^.*\//, '').replace(/\.\w+$/, '')) || 'pasted';
  const freeName = firstFree(
    (count) => (count === 1 ? base : `${base}-${count}`),
    (candidate) => Object.values(files).some((other) => other.includes(`//${candidate}.`)),
  );
  const found = foundIn(values, text, freeName);
  if (found === undefined) return undefined;
  const recognized = `Recognized ${found.what}.`;
  if (found.objects.length === 0) return { files: {}, open: '', said: [recognized, ...found.said] };
  const there = 'failure' in checked ? undefined : checked.workspace.environments.get(environment);
  if ('failure' in checked || there === undefined)
    return {
      files: {},
      open: '',
      said: [recognized, 'Nothing was added: the files of the workspace cannot be read.'],
    };
  const {
    files: written,
    resources,
    refused,
    notes,
    secrets,
  } = pull({
    undeclared: found.objects.map(({ kind, answer }) => ({ live: toLive(kind, answer), adopts: 'known' })),
    known: [],
    seen: [],
    workspace: checked.workspace,
    environment: there,
    secretOf: () => undefined,
    tools: editTools,
    isTaken: (path) => Object.hasOwn(files, path),
  });
  const secretNames = [...secrets.keys()];
  return {
    files: Object.fromEntries(written.map(({ path, text: content }) => [path, content])),
    open: resources[0]?.file ?? '',
    said: [
      recognized,
      ...(written.length === 0 ? [] : [`Wrote ${codeList(written.map(({ path }) => path))}.`]),
      ...found.said,
      ...(secretNames.length === 0
        ? []
        : [
            `Secrets are not kept: ${codeList(secretNames)} ${secretNames.length === 1 ? 'stands for one' : 'stand for them'}.`,
          ]),
      ...resources.flatMap(({ address, leftOut }) =>
        leftOut.map(({ path, why }) => `${asCode(`${address} ${dotted(path)}`)} was left out: ${why}.`),
      ),
      ...refused.map(
        ({ shown, fields }) => `${asCode(shown)} was not written: ${codeList(fields)} would hold a secret.`,
      ),
      ...notes.map((note) => `${note}.`),
    ],
  };
}

function foundIn(values: readonly Json[], text: string, name: string): Found | undefined {
  const maps = values.filter(isJsonMap);
  const [first, ...more] = maps;
  if (first === undefined) return apiObjects(values);
  if (maps.some((map) => typeof map['apiVersion'] === 'string')) return manifests(maps);
  if (more.length > 0) return undefined;
  return policy(first, text, name) ?? agent(first) ?? apiObjects(values);
}

/** Its text is kept, with its comments. */
function policy(map: JsonObject, text: string, name: string): Found | undefined {
  const isPolicy = Object.keys(map).some((key) => isPhaseName(key) || Object.hasOwn(olderPhases, key));
  if (!isPolicy || 'kind' in map) return undefined;
  const wrapped = protectedBy(map, name);
  const edited =
    wrapped.tree === map ? undefined : editedTo({ path: name, text }, 0, wrapped.tree, editTools);
  const whole = wrapped.tree === map ? text : (edited ?? yamlText(wrapped.tree));
  return {
    what: 'a traffic policy',
    objects: [endpointOf({ url: wrapped.url, traffic_policy: whole })],
    said: ['A policy needs something that it protects.', ...wrapped.said],
  };
}

interface Protected {
  readonly url: string;
  readonly tree: JsonObject;
  readonly said: readonly string[];
}

/** A policy at an endpoint of its own, which must answer: what the policy lets through is forwarded. */
function protectedBy(map: JsonObject, name: string): Protected {
  const isOfConnections =
    'on_tcp_connect' in map && !Object.keys(map).some((key) => key.startsWith('on_http_'));
  const scheme = isOfConnections ? 'tls' : 'https';
  const phase = isOfConnections ? 'on_tcp_connect' : 'on_http_request';
  const url = `${scheme}://${name}.example.com`;
  const given = `It was given an endpoint at \`${url}\`. Change the URL to yours.`;
  const isOld = Object.keys(map).some((key) => Object.hasOwn(olderPhases, key));
  if (isOld || doesAnswer(map[phase])) return { url, tree: map, said: [given] };
  const target = `${scheme}://${name}.internal${isOfConnections ? ':443' : ''}`;
  return {
    url,
    tree: forwardingTo(target, map, phase),
    said: [given, `What it lets through is forwarded to \`${target}\`, which an agent may serve.`],
  };
}

function doesAnswer(rules: Json | undefined): boolean {
  return jsonItems(rules)
    .filter(isJsonMap)
    .filter(({ expressions }) => jsonItems(expressions).length === 0)
    .flatMap(({ actions }) => jsonItems(actions).filter(isJsonMap))
    .some(({ type }) => actionOf(textOf(type))?.role === 'terminates');
}

function forwardingTo(url: string, tree: JsonObject, phase: string): JsonObject {
  const rules = isJsonList(tree[phase]) ? tree[phase] : [];
  return { ...tree, [phase]: [...rules, { actions: [{ type: 'forward-internal', config: { url } }] }] };
}

/** One object, a list of them, or the answer to a list request, which has the list in a field. */
function apiObjects(values: readonly Json[]): Found | undefined {
  const answers = values.flatMap((value) => {
    if (!isJsonMap(value)) return jsonItems(value);
    return kindOf(value) === undefined
      ? Object.values(value).flatMap((member) => jsonItems(member))
      : [value];
  });
  const objects = answers.flatMap((answer): FoundObject[] => {
    const kind = isJsonMap(answer) ? kindOf(answer) : undefined;
    return kind === undefined || !isJsonMap(answer) ? [] : [{ kind, answer }];
  });
  if (objects.length === 0) return undefined;
  const managed = objects.filter(({ kind, answer }) => toLive(kind, answer).isManageable);
  const others = objects.filter((object) => !managed.includes(object));
  return {
    what: objects.length === 1 ? 'an object of the API' : `${objects.length} objects of the API`,
    objects: managed,
    said: others.map(
      ({ answer }) =>
        `\`${textOf(answer['id'])}\` is of type ${asCode(textOf(answer['type']))}, which no file declares.`,
    ),
  };
}

function kindOf({ id }: JsonObject): KindName | undefined {
  if (typeof id !== 'string') return undefined;
  return kindNames.find(
    (kind) => id.startsWith(kinds[kind].idPrefix) && id.length > kinds[kind].idPrefix.length,
  );
}

/** An endpoint or a tunnel of an agent: the cloud endpoint gets its URL, and forwards to it. */
interface AgentEndpoint {
  readonly name: string;
  readonly url: string | undefined;
  readonly upstream: string;
  readonly policy: Json | undefined;
  readonly fields: JsonObject;
  readonly lost: readonly string[];
}

function agent(map: JsonObject): Found | undefined {
  const endpoints = jsonItems(map['endpoints'])
    .filter(isJsonMap)
    .filter((item) => kindOf(item) === undefined);
  const tunnels = isJsonMap(map['tunnels']) ? map['tunnels'] : {};
  const isAgent = ['authtoken', 'agent', 'tunnels'].some((key) => key in map);
  if (!isAgent && !endpoints.some(({ upstream }) => upstream !== undefined)) return undefined;
  const all = [
    ...endpoints.map(agentEndpoint),
    ...Object.entries(tunnels).flatMap(([name, tunnel]) =>
      isJsonMap(tunnel) ? [agentTunnel(name, tunnel)] : [],
    ),
  ];
  const wrapped = all.map(cloudEndpoint);
  return {
    what: "an agent's configuration",
    objects: wrapped.flatMap(({ object }) => object ?? []),
    said: [
      ...wrapped.flatMap(({ said }) => said),
      ...(all.length === 0 ? ['It has neither endpoints nor tunnels, so there is nothing to declare.'] : []),
      'What only the agent reads (its token, its region, its logs) was left out.',
    ],
  };
}

const endpointKeys: ReadonlySet<string> = new Set([
  'name',
  'url',
  'upstream',
  'traffic_policy',
  'description',
  'metadata',
  'bindings',
  'pooling_enabled',
]);

function agentEndpoint(item: JsonObject): AgentEndpoint {
  const { name, url, upstream, traffic_policy: own } = item;
  const target = isJsonMap(upstream) ? upstream['url'] : upstream;
  return {
    name:
      typeof name === 'string' ? name : typeof url === 'string' ? url.replace(/^\w+:\/\//, '') : 'endpoint',
    url: typeof url === 'string' ? url : undefined,
    upstream: textOf(target, 'its upstream'),
    policy: own,
    fields: fieldsOf(item),
    lost: Object.keys(item).filter((key) => !endpointKeys.has(key)),
  };
}

const tunnelKeys: ReadonlySet<string> = new Set([
  'proto',
  'addr',
  'domain',
  'hostname',
  'remote_addr',
  'traffic_policy',
  'metadata',
  'schemes',
]);

function agentTunnel(name: string, tunnel: JsonObject): AgentEndpoint {
  const { proto = 'http', addr, remote_addr: remote, traffic_policy: own } = tunnel;
  const host = tunnel['domain'] ?? tunnel['hostname'];
  const scheme = proto === 'http' ? 'https' : textOf(proto);
  const at = proto === 'tcp' ? remote : host;
  return {
    name,
    url: typeof at === 'string' ? `${scheme}://${at}` : undefined,
    upstream: textOf(addr, 'its address'),
    policy: own,
    fields: fieldsOf(tunnel),
    lost: Object.keys(tunnel).filter((key) => !tunnelKeys.has(key)),
  };
}

function fieldsOf(item: JsonObject): JsonObject {
  const kept = ['description', 'metadata', 'bindings', 'pooling_enabled'];
  return Object.fromEntries(Object.entries(item).filter(([key]) => kept.includes(key)));
}

function cloudEndpoint(found: AgentEndpoint): {
  readonly object?: FoundObject;
  readonly said: readonly string[];
} {
  const { name, url = `https://${slug(name)}.example.com`, upstream, policy: own, fields, lost } = found;
  const isInternal = /\.internal(?::\d+)?\/?$/.test(url);
  if (isInternal)
    return {
      said: [
        `${asCode(name)} is an internal endpoint, which the agent serves: it stays in its configuration.`,
      ],
    };
  const scheme = /^\w+/.exec(url)?.[0] ?? 'https';
  const isWeb = scheme.startsWith('http');
  const port = /:(\d+)$/.exec(url)?.[1] ?? (isWeb ? undefined : '443');
  const target = `${scheme}://${slug(name)}.internal${port === undefined ? '' : `:${port}`}`;
  const phase = isWeb ? 'on_http_request' : 'on_tcp_connect';
  const parsed = typeof own === 'string' ? parsePolicy(own) : { tree: own ?? {} };
  const tree = 'tree' in parsed && isJsonMap(parsed.tree) ? parsed.tree : {};
  return {
    object: endpointOf({ url, ...fields, traffic_policy: yamlText(forwardingTo(target, tree, phase)) }),
    said: [
      `${asCode(name)} became a cloud endpoint that forwards to \`${target}\`: give the agent's endpoint that URL, and ${asCode(upstream)} stays behind it.`,
      ...(found.url === undefined
        ? [`${asCode(name)} names no URL, so \`${url}\` stands for it. Change it to yours.`]
        : []),
      ...(lost.length === 0
        ? []
        : [
            `Of ${asCode(name)}, ${codeList(lost)} ${lost.length === 1 ? 'was' : 'were'} left out: write a policy for it.`,
          ]),
    ],
  };
}

/** The objects of an operator. Others, such as an ingress, are named and left out. */
function manifests(maps: readonly JsonObject[]): Found {
  const parts = maps.map((map) => {
    const { kind, metadata, spec } = map;
    const name = isJsonMap(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : 'pasted';
    return { kind: textOf(kind), name, spec: isJsonMap(spec) ? spec : {} };
  });
  const policies = new Map(
    parts.flatMap(({ kind, name, spec }) => (kind.endsWith('TrafficPolicy') ? [[name, spec['policy']]] : [])),
  );
  const used = new Set(parts.flatMap(({ spec }) => policyNameOf(spec) ?? []));
  const wrapped = parts.map(({ kind, name, spec }): ReturnType<typeof cloudEndpoint> => {
    const own = inlinePolicyOf(spec) ?? policies.get(policyNameOf(spec) ?? '');
    const { url, upstream, description, metadata, bindings, poolingEnabled } = spec;
    const fields = withoutUndefined({ description, metadata, bindings, pooling_enabled: poolingEnabled });
    const missing = own === undefined && policyNameOf(spec) !== undefined;
    const lacks = missing ? [`The policy \`${policyNameOf(spec)}\` of \`${name}\` is not in the text.`] : [];
    if (kind.endsWith('CloudEndpoint') && typeof url === 'string') {
      const policyText = own === undefined ? {} : { traffic_policy: yamlText(own) };
      return { object: endpointOf({ url, ...fields, ...policyText }), said: lacks };
    }
    if (kind.endsWith('AgentEndpoint')) {
      const made = cloudEndpoint({
        ...agentEndpoint({ ...withoutUndefined({ url, upstream }), name }),
        policy: own,
        fields,
      });
      return { ...made, said: [...made.said, ...lacks] };
    }
    if (!kind.endsWith('TrafficPolicy'))
      return { said: [`\`${kind}/${name}\` was left out: it is none of those that are read.`] };
    if (used.has(name)) return { said: [] };
    const wrappedPolicy = protectedBy(isJsonMap(spec['policy']) ? spec['policy'] : {}, slug(name));
    return {
      object: endpointOf({ url: wrappedPolicy.url, traffic_policy: yamlText(wrappedPolicy.tree) }),
      said: [`\`${kind}/${name}\` needs something that it protects.`, ...wrappedPolicy.said],
    };
  });
  const names = parts.map(({ kind, name }) => `${kind}/${name}`);
  return {
    what: `${parts.length === 1 ? 'an object' : 'objects'} of Kubernetes (${codeList(names)})`,
    objects: wrapped.flatMap(({ object }) => object ?? []),
    said: wrapped.flatMap(({ said }) => said),
  };
}

function policyNameOf({ trafficPolicyName, trafficPolicy }: JsonObject): string | undefined {
  const target = isJsonMap(trafficPolicy) ? trafficPolicy['targetRef'] : undefined;
  const name = trafficPolicyName ?? (isJsonMap(target) ? target['name'] : undefined);
  return typeof name === 'string' ? name : undefined;
}

function inlinePolicyOf({ trafficPolicy }: JsonObject): Json | undefined {
  return isJsonMap(trafficPolicy) ? (trafficPolicy['inline'] ?? trafficPolicy['policy']) : undefined;
}

/** The id is that of no object: `pull` names a file by the URL. */
function endpointOf(fields: JsonObject & { readonly url: string }): FoundObject {
  const id = `${kinds.endpoint.idPrefix}${slug(fields.url)}`;
  return { kind: 'endpoint', answer: { id, type: 'cloud', ...fields } };
}

/** A port may be a number. */
function textOf(value: Json | undefined, otherwise = ''): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}
