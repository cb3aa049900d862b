import type { PlanOrigin } from '../model/plan/change.ts';
import { loginModules } from '../routing/protecting-modules.ts';
import { enabledModule, moduleState, type ModuleState } from '../derive/module-state.ts';
import { isTree } from '../derive/forms/tree.ts';
import { kinds } from '../kinds/index.ts';
import { isClose, type TraceWay } from '../model/facts/trace.ts';
import type { ModuleEffect, TraceAnswer, TraceRequest, TraceServer } from '../model/traffic/trace.ts';
import type { Address } from '../model/workspace.ts';
import type { Asked, Effect } from './effect/asked.ts';
import { asksForLogin, effectOf } from './effect/effect.ts';
import { doesAnswer, type Holder } from '../routing/holder.ts';
import { protectionOf } from '../routing/protection.ts';
import { hopsOf } from './forwards.ts';
import { listenerReason, routeReason, takingReason } from './reasons.ts';
import type { SideIndex, Taker } from './side-index.ts';

export interface Tracing extends Omit<Asked, 'request'> {
  readonly originOf: (address: Address) => PlanOrigin | undefined;
}

/** The answers of one side to a request, with a reason for each other object at the same host or edge. */
export function traceSide(side: SideIndex, request: TraceRequest, tracing: Tracing): readonly TraceAnswer[] {
  const takers = side.takersOf(request);
  if (takers.length === 0) return [nothingThere(side, request)];
  return takers.map((taker) => answerOf(side, request, { taker, tracing }));
}

function answerOf(
  side: SideIndex,
  request: TraceRequest,
  { taker, tracing }: { readonly taker: Taker; readonly tracing: Tracing },
): TraceAnswer {
  const { edge, isAssumed, because, owners } = taker;
  const serving = owners.flatMap(({ holder }) => (holder === undefined ? [] : [holder]));
  const others =
    edge === undefined
      ? listenersBeside(side, request, serving)
      : routesBeside(side, request, { edge, serving });
  return {
    ...(edge === undefined ? {} : { edge: side.edges.nameOf(edge) }),
    isAssumed,
    because,
    servers: serving.map((holder) => serverOf(holder, request, tracing)),
    forwards: hopsOf(side, request, serving.filter(doesAnswer)).map(({ to, ...hop }) => ({
      ...hop,
      ...(to === undefined ? {} : { server: serverOf(to, request, tracing) }),
    })),
    others,
  };
}

function nothingThere(side: SideIndex, request: TraceRequest): TraceAnswer {
  const { target } = request;
  return {
    isAssumed: false,
    because: nothingOf(target),
    servers: [],
    forwards: [],
    others: listenersBeside(side, request, []),
  };
}

function nothingOf(target: TraceRequest['target']): TraceWay {
  if (target.type === 'edge') return { code: 'edge-unknown', edge: target.name };
  const { scheme, host, port } = target;
  return { code: 'nothing-listens', scheme, host, port };
}

type Others = TraceAnswer['others'];

function listenersBeside(side: SideIndex, { target }: TraceRequest, serving: readonly Holder[]): Others {
  if (target.type !== 'host') return [];
  return side.holders.flatMap((holder) => {
    if (serving.includes(holder)) return [];
    const reason = listenerReason(holder, target);
    return reason === undefined ? [] : [{ address: holder.address, reason }];
  });
}

/** Routes that also match the request come first. */
function routesBeside(
  side: SideIndex,
  request: TraceRequest,
  { edge, serving }: { readonly edge: string; readonly serving: readonly Holder[] },
): Others {
  const beside = side.holders
    .filter((holder) => holder.kind === 'https-route' && holder.spec['edge_id'] === edge)
    .filter((holder) => !serving.includes(holder))
    .map((holder) => ({ address: holder.address, reason: routeReason(holder, request, serving[0]) }));
  return [
    ...beside.filter(({ reason }) => isClose(reason)),
    ...beside.filter(({ reason }) => !isClose(reason)),
  ];
}

function serverOf(holder: Holder, request: TraceRequest, tracing: Tracing): TraceServer {
  const { address, kind, id } = holder;
  const origin = tracing.originOf(address);
  const isRoute = kind === 'https-route';
  return {
    address,
    kind,
    ...(id === undefined ? {} : { id }),
    ...(origin === undefined ? {} : { origin }),
    reason: isRoute ? takingReason(holder, request) : undefined,
    doesAnswer: doesAnswer(holder),
    login: loginsOf(holder, request),
    protection: protectionOf(holder),
    modules: modulesOf(holder, { ...tracing, request }),
  };
}

/** The login modules that apply to a request. */
export function loginsOf(holder: Holder, request: Pick<TraceRequest, 'method'>): readonly string[] {
  return loginModules.filter((name) => {
    const module = enabledModule(holder.spec, name);
    return module !== undefined && asksForLogin(module, request);
  });
}

function modulesOf(holder: Holder, asked: Asked): readonly ModuleEffect[] {
  const { kind, spec } = holder;
  return Object.entries(kinds[kind].fields).flatMap(([name, field]): readonly ModuleEffect[] => {
    if (name === 'traffic_policy' && field.type !== 'module') {
      const value = spec[name];
      return value === undefined ? [] : [{ module: name, ...effectOf(name, { value }, asked) }];
    }
    const module = spec[name];
    if (field.type !== 'module' || !isTree(module)) return [];
    return [{ module: name, ...moduleEffect(moduleState(spec, name), () => effectOf(name, module, asked)) }];
  });
}

function moduleEffect(state: ModuleState, effectWhenOn: () => Effect): Effect {
  switch (state) {
    case 'on':
      return effectWhenOn();
    case 'off':
      return { does: 'off', fact: { code: 'off' } };
    case 'unknown':
      return { does: 'acts', fact: { code: 'may-be-off' } };
  }
}
