import { type ForwardSides, forwardSides } from './forward-sides.ts';
import { ownActions, type OwnActions } from '../../derive/policy/own-actions.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { openSide } from '../../routing/traffic/side-index.ts';
import { edgesOf } from '../../routing/edges.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { type OpenWays, waysOf } from '../../simulate/unknown/ways.ts';
import type { SpecChange } from '../compare/spec-change.ts';
import type { Spec, Json } from '../../model/value.ts';
import { withReferences } from './with-references.ts';
import type { Ask, Literal } from '../../simulate/unknown/term.ts';
import { pathLiterals } from '../../simulate/unknown/path-conditions.ts';
import { areCompatible } from '../../simulate/unknown/theory.ts';
import { policyToRun } from '../../derive/policy/policy-text.ts';

/** The resource on each side of a change, and the ways of requests through it. */
export interface ComparedWays {
  readonly around: ForwardSides;
  readonly before: TrafficServer;
  readonly after: TrafficServer;
  readonly old: OldPolicy;
  readonly now: OpenWays;
  /** The conditions of all requests that are meant, by key. */
  readonly always: ReadonlySet<string>;
  readonly isTooLarge: boolean;
}

/** The address of a resource while its two sides are compared: that of its upstream where nothing else names it. */
export const comparedAddress = 'endpoint/it';

const mostPairs = 200_000;

/** Cache: the openings of a pair and its other changes are asked about one after the other. */
let last: { readonly change: SpecChange; readonly compared: ComparedWays } | undefined;

export function comparedWays(change: SpecChange): ComparedWays {
  const { kind, before: from, after: to } = change;
  const around = sidesAround();
  if (last?.compared.around === around && isSameChange(last.change, change)) return last.compared;
  const server = (spec: Spec): TrafficServer => ({ address: comparedAddress, kind, spec });
  const [before, after] = [server(withReferences(from, to)), server(to)];
  const always = new Set<string>();
  const given = (ask: Ask): readonly Literal[] => {
    const literals = [before, after].flatMap((side) => pathLiterals(side, ask));
    // A route whose match moves away is compared as it is: what it had to keep out, it has at its new place as well.
    if (!areCompatible(literals)) return [];
    for (const { key } of literals) always.add(key);
    return literals;
  };
  const now = waysOf(after, around.after, given);
  const old = withTexts(waysOf(before, around.before, given), before);
  const isTooLarge = old.isCut || now.isCut || old.ways.length * now.ways.length > mostPairs;
  const compared = { around, before, after, old, now, always, isTooLarge };
  last = { change, compared };
  return compared;
}

/** By identity: specs are not changed while they are compared. */
function isSameChange(a: SpecChange, b: SpecChange): boolean {
  return a.kind === b.kind && a.before === b.before && a.after === b.after;
}

export function sidesAround(): ForwardSides {
  return forwardSides() ?? alone(ownActions());
}

/** Without a plan around it: forwards lead out of sight. */
const alone = rememberEach((ownActions: OwnActions): ForwardSides => {
  const side = openSide({ servers: [], edges: edgesOf([], []), ownActions: ownActions });
  return { before: side, after: side };
});

/** The policy before a change: its ways, and the texts in it and in the answers of endpoints behind it. */
export interface OldPolicy extends OpenWays {
  readonly texts: ReadonlySet<string>;
}

function withTexts(found: OpenWays, { spec }: TrafficServer): OldPolicy {
  const answers = found.ways.flatMap(({ end }) =>
    end.is === 'answered' && typeof end.body === 'string' ? [end.body] : [],
  );
  return { ...found, texts: new Set([...textsIn(policyToRun(spec) ?? {}), ...answers]) };
}

function textsIn(tree: Json): readonly string[] {
  if (typeof tree === 'string') return [tree];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.values(tree).flatMap(textsIn);
}
