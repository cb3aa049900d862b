/**
 * Traffic policies, valid and broken: those that people have published, mistakes made in small ones, and mistakes
 * generated from the table.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { policiesOfCorpus } from '../lint/traffic-policy/corpus.ts';
import { changesAt, spots } from '../lint/traffic-policy/generated-mistakes.ts';
import type { Random } from '../model/history/random.ts';
import type { Mistake } from './mistakes.ts';

type Protocol = 'https' | 'tcp' | 'tls';

const { bases, mutations } = parse(
  readFileSync(new URL('../lint/traffic-policy/mutations.yaml', import.meta.url), 'utf8'),
) as {
  readonly bases: Readonly<Record<string, { readonly env: Place; readonly text: string }>>;
  readonly mutations: readonly {
    readonly id: string;
    readonly base: string;
    readonly env?: Place;
    readonly find: string;
    readonly put: string;
  }[];
};

interface Place {
  readonly endpoint: 'cloud' | 'agent';
  readonly protocol: Protocol;
}

const generated = 400;

/** Each as the policy of an object, as text or as a mapping. */
export function policyMistakes(random: Random): readonly Mistake[] {
  const small = Object.entries(bases).flatMap(([base, { env, text }]) => [
    policyOn(kindOf(env), env.protocol, { name: base, value: text }),
    ...mutations
      .filter((one) => one.base === base)
      .map(({ id, find, put, env: own = env }) =>
        policyOn(kindOf(own), own.protocol, { name: id, value: text.replace(find, () => put) }),
      ),
  ]);
  const published = policiesOfCorpus().map(({ id, text }) => {
    const protocol = text.includes('on_tcp_connect') ? random.pick(['tcp', 'tls'] as const) : 'https';
    return policyOn(random.pick(kindsOf[protocol]), protocol, { name: id, value: text });
  });
  const made = Array.from({ length: generated }, () => {
    const spot = random.pick(spots);
    const changes = changesAt(spot);
    const { name, tree } = changes.length === 0 ? { name: 'as it is', ...spot } : random.pick(changes);
    const protocol = spot.phase === 'on_tcp_connect' ? 'tls' : 'https';
    return policyOn(random.pick(kindsOf[protocol]), protocol, {
      name: `${spot.id}, ${name}`,
      value: random.pick([tree, JSON.stringify(tree)]),
    });
  });
  // `$(` is an expression of a resource.
  return [...small, ...published, ...made].filter(({ changes }) => !JSON.stringify(changes).includes('$('));
}

const kindsOf: Readonly<Record<Protocol, readonly KindName[]>> = {
  https: ['endpoint', 'https-route'],
  tcp: ['endpoint'],
  tls: ['endpoint', 'tls-edge'],
};

function kindOf({ endpoint, protocol }: Place): KindName {
  return endpoint === 'agent' && protocol === 'https' ? 'https-route' : 'endpoint';
}

const urls: Readonly<Record<Protocol, string>> = {
  https: 'https://shop.example.com',
  tcp: 'tcp://shop.example.com:5432',
  tls: 'tls://shop.example.com',
};

function policyOn(
  kind: KindName,
  protocol: Protocol,
  { name, value }: { readonly name: string; readonly value: Json },
): Mistake {
  const isDirect = kind === 'endpoint';
  const given: JsonObject = isDirect
    ? { url: urls[protocol], traffic_policy: null }
    : { traffic_policy: { enabled: true, value: '' } };
  return {
    kind,
    name: `policy ${name} (${protocol})`,
    given,
    changes: [{ path: isDirect ? ['traffic_policy'] : ['traffic_policy', 'value'], value }],
  };
}
