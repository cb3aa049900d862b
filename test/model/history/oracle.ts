import type { Change, State, Stored } from '../service/objects.ts';
import { isSame } from '../service/objects.ts';
import { isWeaker, servingOf } from '../service/serving.ts';
import { kindShapes, moduleShapes } from '../service/tables.ts';
import { isMap, type Json, type JsonMap, plainText } from '../service/values.ts';
import { differences, isTwin, normal, withoutMarker } from './compare.ts';
import { declaredBy, unknownSecret, type Declared } from './compile.ts';
import type { Run, World } from './world.ts';

export interface RunAbout {
  readonly world: World;
  readonly run: Run;
  /** Addresses whose exposure is approved for this run, or `all` of them. */
  readonly approved: readonly string[] | 'all';
  /** Whether the run is a rollback, for which the files are not the expected state. */
  readonly isRollback: boolean;
}

/** The laws that no history may break. */
export const laws = [
  'no bug',
  'no leak',
  'second plan empty',
  'nothing undeclared touched',
  'one owner',
  'live equals files',
  'no needless write',
  'never less protected',
] as const;

export interface Violation {
  readonly law: (typeof laws)[number];
  readonly text: string;
}

export function violating(law: Violation['law'], texts: readonly string[]): readonly Violation[] {
  return texts.map((text) => ({ law, text }));
}

/** The violations of one run. */
export function violationsOfRun(given: RunAbout): readonly Violation[] {
  const { world, run } = given;
  const about = {
    ...given,
    declared: declaredBy(world.workspace, run.environment, world.secrets),
    ledger: world.ledger(run.environment),
  };
  const changes = world.service.objects.log.slice(run.from).filter(({ by }) => by === run.environment);
  return [
    ...violating('no bug', run.exit === 70 ? [`exit 70: ${run.stderr.slice(0, 600)}`] : []),
    ...violating('no leak', leaks(about)),
    ...violating(
      'nothing undeclared touched',
      changes.flatMap((change) => touched(change, about)),
    ),
    ...violating(
      'no needless write',
      changes.flatMap((change) => withoutNeed(change, about)),
    ),
    ...violating('never less protected', exposed(about, changes)),
  ];
}

interface DeclaredRun extends RunAbout {
  readonly declared: readonly Declared[];
  readonly ledger: ReadonlyMap<string, string>;
}

/** No secret may be in any output or file of ours. */
function leaks({ world, run }: RunAbout): readonly string[] {
  const said = run.stdout + run.stderr;
  const kept = world.kept();
  return [...world.secrets].flatMap(([name, value]) => [
    ...(said.includes(value) ? [`the value of ${name} is printed by ${run.argv.join(' ')}`] : []),
    ...(kept.includes(value) ? [`the value of ${name} is kept in .edgewright`] : []),
  ]);
}

/** (2) No undeclared object or field is changed. */
function touched(change: Change, about: DeclaredRun): readonly string[] {
  const { before, after } = change;
  const { world, run, isRollback, declared, ledger } = about;
  const { environment } = run;
  const id = (after ?? before)!.id;
  const what = `${run.environment}: ${id}`;
  if (before === undefined) {
    const twins = declared.filter((each) => isTwin(each, after!));
    if (isDouble(change, about)) return [`${what} doubles another object`];
    return twins.length === 1 || isRollback
      ? secretsSent(what, after!, world)
      : [`${what} was created and not declared`];
  }
  if (!world.owned.get(environment)!.has(id)) return [`${what} is not ours and was changed: ${before.kind}`];
  if (after === undefined) {
    const stays = declared.find((each) => isTwin(each, before));
    const isKept = stays !== undefined && ledger.get(stays.address) === id;
    return isKept && !isRollback ? [`${what} is declared and was deleted`] : [];
  }
  if (isRollback) return secretsSent(what, after, world);
  const address = [...ledger].find(([, known]) => known === id)?.[0];
  const own = declared.find((each) => each.address === address);
  return [...secretsSent(what, after, world), ...undeclaredChanges(what, before, after, own, world)];
}

/** Whether an object with the same identity existed at that moment. */
function isDouble(change: Change, { world, run }: RunAbout): boolean {
  const { log } = world.service.objects;
  let state = run.before;
  for (const each of log.slice(run.from)) {
    if (each === change) break;
    state = advanced(state, each);
  }
  // The API does not list routes: for one made outside and not named in the files, a client can only warn.
  const isWarned = run.stdout.includes('the API cannot list routes');
  const isHidden = ({ kind, id }: Stored): boolean =>
    kind === 'https-route' && isWarned && madeBy(id, log) === 'outside' && !isNamed(id, world);
  return [...state.values()].some((other) => selects(other, change.after!) && !isHidden(other));
}

function madeBy(id: string, log: readonly Change[]): string | undefined {
  return log.find((change) => change.id === id && change.before === undefined)?.by;
}

/** Whether an adopt line or a ledger names the object. */
function isNamed(id: string, { owned }: World): boolean {
  return [...owned.values()].some((ids) => ids.has(id));
}

function selects(a: Stored, b: Stored): boolean {
  return a.kind === b.kind && a.kind !== 'tls-edge' && isTwin({ address: '', ...a }, b);
}

/** Changed fields that the files do not declare, unless the change removes a field that we had sent. */
function undeclaredChanges(
  what: string,
  before: Stored,
  after: Stored,
  declared: Declared | undefined,
  world: World,
): readonly string[] {
  const { modules } = kindShapes[after.kind];
  const spec = declared?.spec ?? {};
  const names = [...new Set([...Object.keys(before.spec), ...Object.keys(after.spec)])];
  return names
    .filter(
      (name) =>
        normal(name, withoutMarker(name, before.spec[name])) !==
        normal(name, withoutMarker(name, after.spec[name])),
    )
    .filter((name) => !(name in spec))
    .flatMap((name) => {
      const value = after.spec[name];
      const sentBefore = wasSent(world, after.id, name);
      if (!sentBefore) return [`${what}: ${name} is declared nowhere, was never sent, and was changed`];
      if (!modules.includes(name)) return [];
      const isRetired = isMap(value) && value['enabled'] === false;
      return isRetired ? [] : [`${what}: ${name} is not declared and was changed, not disabled`];
    });
}

/** Whether a run of ours changed the object before with a request that contained this field. */
function wasSent({ service }: World, id: string, name: string): boolean {
  return service.objects.log.some(
    (change) =>
      change.by !== 'outside' && change.id === id && change.body !== undefined && name in change.body,
  );
}

/** Stored values of secret fields must be known secrets, never a mask, an empty value or a reference. */
function secretsSent(what: string, after: Stored, { secrets }: World): readonly string[] {
  const known = new Set(secrets.values());
  return secretPlaces(after.spec).flatMap(([place, value]) => {
    if (typeof value === 'string' && (known.has(value) || /^(first|other|secret|rotated)-/.test(value)))
      return [];
    return [`${what}: ${place} is ${JSON.stringify(value)} now, which is no secret`];
  });
}

function secretPlaces(spec: JsonMap): readonly (readonly [string, Json | undefined])[] {
  return Object.entries(spec).flatMap(([name, module]) => {
    if (!isMap(module)) return [];
    const field = moduleShapes[name]?.secret;
    if (field !== undefined) return [[`${name}.${field}`, module[field]] as const];
    if (name !== 'oauth' || !isMap(module['provider'])) return [];
    return Object.entries(module['provider']).flatMap(([provider, config]) =>
      isMap(config) && config['client_id'] !== undefined
        ? [[`oauth.${provider}.client_secret`, config['client_secret']] as const]
        : [],
    );
  });
}

/** (4) No write without a difference. */
function withoutNeed(
  { before, after, id, method, body }: Change,
  { world, run, isRollback, declared, ledger }: DeclaredRun,
): readonly string[] {
  if (before === undefined || after === undefined || !isSame(before, after)) return [];
  // The same write was sent again because its response was lost, and was carried out twice. For a response of a failure
  // this takes a read that lags: one that does not would show that the write was carried out.
  const { lag } = world.switches;
  const wasLost = world.service.requests.some(
    (lost) =>
      (lost.status === 'lost' || (lost.status >= 500 && lag > 0)) &&
      lost.method === method &&
      lost.path.endsWith(id) &&
      lost.text === JSON.stringify(body),
  );
  if (wasLost) return [];
  // A read that lagged behind a write showed a difference.
  const isLate = world.service.objects.log
    .slice(0, run.from)
    .some((earlier) => earlier.id === id && earlier.at > run.at - lag);
  if (isLate) return [];
  const address = [...ledger].find(([, known]) => known === id)?.[0];
  const own = declared.find((each) => each.address === address);
  // A rollback knows what was applied, not that the service never kept it.
  const dropped = Object.fromEntries(
    Object.entries(body ?? {}).filter(([name]) => world.switches.drops.includes(name)),
  );
  const asked = isRollback ? { address: '', kind: before.kind, spec: dropped } : own;
  const differs = asked !== undefined && differences(asked, before, world.switches.defaults).length > 0;
  return differs ? [] : [`${run.environment}: ${id} was written though nothing differed`];
}

/** (5) No URL is ever less protected than both before and after, nor less after than before, unless approved. */
function exposed(about: DeclaredRun, changes: readonly Change[]): readonly string[] {
  const { world, run, approved, isRollback, ledger } = about;
  if (changes.length === 0) return [];
  const hidden = hiddenRoutes(about);
  const seen = (state: State): State => new Map([...state].filter(([id]) => !hidden.has(id)));
  const first = seen(run.before);
  const last = seen(run.after);
  const wanted = isRollback ? last : seen(wantedState(about));
  const isApproved = (id: string | undefined): boolean =>
    approved === 'all' ||
    approved.some((address) => ledger.get(address) === id || run.ledger.get(address) === id);
  const found = new Set<string>();
  for (const url of probes([first, last, wanted])) {
    const before = servingOf(url, first);
    const after = servingOf(url, wanted);
    let state = first;
    for (const change of world.service.objects.log.slice(run.from)) {
      state = advanced(state, change);
      const now = servingOf(url, state);
      if (!isWeaker(now, before)) continue;
      const isNew = before === undefined && (!isWeaker(now, after) || isApproved(now?.id));
      const yes =
        before !== undefined &&
        (!isWeaker(now, after) || isHandedOver(before.id, about) || isKeptAsDrift(now?.id, about)) &&
        [now!, before].some(({ id, onward }) => [id, ...onward].some(isApproved));
      if (isNew || yes) continue;
      const guards = (serving: typeof now): string =>
        serving === undefined
          ? 'not served'
          : `${serving.id} (${[...serving.protection.keys()].join(', ') || 'open'})`;
      found.add(
        `${url}: ${guards(before)} before, ${guards(now)} after ${change.method} ${change.id}, ${guards(after)} by the files`,
      );
      break;
    }
  }
  return [...found];
}

/**
 * The routes that no client can know of: made outside, named in no file, and not at the place of a route of the ledger
 * that no longer exists. The API has no list of routes.
 */
function hiddenRoutes({ world, run }: DeclaredRun): ReadonlySet<string> {
  const { log } = world.service.objects;
  const ids = new Set(run.ledger.values());
  const gone = log.flatMap(({ id, before, after }) =>
    after === undefined && before !== undefined && ids.has(id) ? [before] : [],
  );
  const hidden = [...run.before.values()].filter(
    (route) =>
      route.kind === 'https-route' &&
      madeBy(route.id, log) === 'outside' &&
      !isNamed(route.id, world) &&
      !gone.some((each) => selects(each, route)),
  );
  return new Set(hidden.map(({ id }) => id));
}

/**
 * Whether the run moved an identity from one object to another. If the service refuses two objects with the same
 * identity, neither has it for a moment, so that approving the removal of the first includes this moment.
 */
function isHandedOver(id: string, { world, run }: DeclaredRun): boolean {
  const left = run.before.get(id);
  const now = world.service.objects.now().get(id);
  if (left === undefined || (now !== undefined && selects(now, left))) return false;
  return [...run.after.values()].some((other) => other.id !== id && selects(other, left));
}

/**
 * Whether the run showed, beside the step that was approved, that a part of the object differs from the files and
 * stays.
 */
function isKeptAsDrift(id: string | undefined, { run, ledger }: DeclaredRun): boolean {
  const address = [...ledger].find(([, known]) => known === id)?.[0];
  return address !== undefined && run.stdout.includes(`= drift ${address} `);
}

function without(spec: JsonMap, names: readonly string[]): JsonMap {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !names.includes(name)));
}

function advanced(state: State, { id, after }: Change): State {
  const next = new Map(state);
  if (after === undefined) next.delete(id);
  else next.set(id, after);
  return next;
}

/** The account after a complete apply: declared objects of this environment as declared, all others as they are. */
function wantedState({ world, run, ledger, declared: all }: DeclaredRun): State {
  const wanted = new Map(run.after);
  for (const declared of all) {
    const { address, kind, edgeId, spec } = declared;
    const id =
      ledger.get(address) ?? [...run.after.values()].find((live) => isTwin(declared, live))?.id ?? address;
    const live = run.after.get(id) ?? run.before.get(id);
    wanted.set(id, {
      kind,
      id,
      ...(edgeId === undefined ? {} : { edgeId }),
      ...(kind === 'endpoint' ? { type: 'cloud' as const } : {}),
      // No order of steps can apply a protection that the service drops.
      spec: without({ ...live?.spec, ...spec }, world.switches.drops),
    });
  }
  return wanted;
}

/** URLs to check: every host with every path that a selector names, and one below it. */
function probes(states: readonly State[]): readonly string[] {
  const origins = new Set<string>();
  const paths = new Set(['/', '/zzz']);
  for (const { kind, spec } of states.flatMap((state) => [...state.values()])) {
    if (kind === 'endpoint' && /^https?:/.test(plainText(spec['url']))) {
      const { protocol, host } = new URL(plainText(spec['url']).replace('*', 'wild'));
      origins.add(`${protocol}//${host}`);
    } else if (kind === 'https-route') {
      const path = plainText(spec['match']).replace(/^[^/]*/, '');
      if (path !== '') paths.add(path).add(path.endsWith('/') ? `${path}x` : `${path}/x`);
    }
  }
  return [...origins].flatMap((origin) => [...paths].map((path) => origin + path));
}

/** (2) No object is in the ledgers of two environments. */
export function sharedObjects(world: World): readonly Violation[] {
  const ids = world.environments.flatMap((name) => [...world.ledger(name).values()]);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return violating(
    'one owner',
    twice.map((id) => `${id} is in the ledgers of two environments`),
  );
}

/** (3) After an apply that reports success, live equals declared, and removed parts are disabled or deleted. */
export function unlikeFiles(world: World, { environment, missing }: Run): readonly Violation[] {
  const state = world.service.objects.now();
  const ledger = world.ledger(environment);
  const unlike = declaredBy(world.workspace, environment, world.secrets).flatMap((declared) => {
    const text = JSON.stringify(declared.spec);
    if (text.includes(unknownSecret)) return [];
    const id = ledger.get(declared.address);
    const live = id === undefined ? undefined : state.get(id);
    if (live === undefined) return [`${environment}: ${declared.address} is declared and not live`];
    const isUnset = missing.some((name) => text.includes(world.secrets.get(name) ?? name));
    const seesSecrets = world.comparesSecrets && !isUnset;
    const unlikeNow = differences(declared, live, world.switches.defaults).filter(
      (path) => seesSecrets || !/(secret|provider|add|value|traffic_policy)$/.test(path),
    );
    return [...unlikeNow, ...leftOn(declared, live, world, environment)].map(
      (path) =>
        `${environment}: ${declared.address} is not live as declared at ${path}: ${JSON.stringify(live.spec)}`,
    );
  });
  return violating('live equals files', unlike);
}

/**
 * Modules and fields whose last change was a run of ours and that no file declares any more. Those of an object that
 * was let go since are not ours: declared again, it is taken over as it is.
 */
function leftOn(
  { kind, spec }: Declared,
  live: Stored,
  { service: { objects }, letGo }: World,
  environment: string,
): readonly string[] {
  const ours = objects.log.slice(letGo.get(live.id));
  return kindShapes[kind].modules.flatMap((name) => {
    const last = ours.findLast(
      ({ id, before, after }) =>
        id === live.id && normal(name, before?.spec[name]) !== normal(name, after?.spec[name]),
    );
    const module = live.spec[name];
    if (last?.by !== environment || !isMap(module)) return [];
    const declared = spec[name];
    if (!isMap(declared)) return module['enabled'] === false ? [] : [`${name} (taken out, still on)`];
    const extra = Object.keys(module).filter((field) => field !== 'enabled' && !(field in declared));
    return extra
      .filter((field) => normal(field, module[field]) !== '(nothing)')
      .map((field) => `${name}.${field} (taken out)`);
  });
}
