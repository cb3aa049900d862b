import { normalUrl } from '../../derive/forms/endpoint-url.ts';
import type { Desired } from '../../model/desired.ts';
import type { NoteFact } from '../../model/facts/note.ts';
import type { PlanNote } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Approval } from '../../model/workspace/workspace-document.ts';
import { matchesGlob, namesResource } from '../../text/patterns/glob.ts';
import { forwardedUrls } from '../../routing/policy-forwards.ts';
import { claimOn } from '../obstacles/claims.ts';
import type { Planning } from '../input.ts';
import type { Decision } from '../steps/decision.ts';
import type { Pair } from '../steps/pair.ts';
import { resourceOrigin } from '../steps/resource-origin.ts';
import { lineColumn } from '../../text/line-column.ts';
import { byText } from '../../text/lists/compare-texts.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { isUsed } from '../../derive/compare/used-approval.ts';
import type { Address } from '../../model/workspace/address.ts';
import { isFor } from '../given-approvals.ts';
import { untrackedLive } from '../steps/untracked-live.ts';

interface Results extends Pick<Decision, 'notes' | 'uncompared'> {
  /** The approvals that the plan rests on. */
  readonly used: ReadonlySet<Approval>;
  readonly pairs: readonly Pair[];
  readonly all: readonly Step[];
  /** The steps that remain after a filter. */
  readonly steps: readonly Step[];
}

/** All information for the reader other than steps, in a fixed order, ending with the limits of this plan. */
export function notesOf(planning: Planning, results: Results): readonly PlanNote[] {
  const { pairs, all, steps, uncompared } = results;
  const chosen = new Set<string | undefined>(steps.map(({ address }) => address));
  const found = results.notes.filter(({ topic, address }) => topic !== 'taken-over' || chosen.has(address));
  const about = [
    ...found,
    ...uncomparedNote(planning, steps, uncompared),
    ...untrackedNotes(planning, pairs),
    ...forwardNotes(planning, steps),
    ...forwardedNotes(planning, steps),
    ...protectNotes(planning),
  ];
  const named = about.length === 0 ? [] : planning.desired;
  const declared = new Map(named.map((desired) => [desired.address, desired]));
  const notes = about.sort(byText(noteKey)).map((note) => placed(note, declared));
  return [...notes, ...unusedApprovals(planning, results), ...filterNote(all, steps), ...unlistedNote(steps)];
}

/** The note with the origin of its resource, unless it has its own: an approval has its own place. */
function placed(note: PlanNote, declared: ReadonlyMap<Address, Desired>): PlanNote {
  const { address, origin } = note;
  const desired = address === undefined ? undefined : declared.get(address);
  return desired === undefined || origin !== undefined ? note : { ...note, origin: resourceOrigin(desired) };
}

/** Patterns of `safety.protect` that protect nothing; those for a whole kind are for future resources too. */
function protectNotes(planning: Planning): readonly PlanNote[] {
  const { settings, desired, ledger, removed, restricted = [], neighbors = [] } = planning;
  const patterns = settings.safety.protect.filter(namesResource);
  if (patterns.length === 0) return [];
  const known = [ledger, ...neighbors.map((neighbor) => neighbor.ledger)].flatMap((knownLedger) => [
    ...Object.keys(knownLedger?.resources ?? {}),
    ...Object.keys(knownLedger?.orphans ?? {}),
  ]);
  const addresses = [...[...desired, ...removed, ...restricted].map(({ address }) => address), ...known];
  return patterns
    .filter((pattern) => !addresses.some((address) => matchesGlob(pattern, address)))
    .map((pattern) => ({ topic: 'gate', fact: { code: 'protects-nothing', pattern } }));
}

/** Routes outside the ledger cannot be listed. This affects only steps that take the match of a route. */
function unlistedNote(steps: readonly Step[]): readonly PlanNote[] {
  if (!steps.some(takesMatch)) return [];
  return [{ topic: 'unlisted', fact: { code: 'routes-unlisted' } }];
}

function takesMatch({ action, kind, changes }: Step): boolean {
  if (kind !== 'https-route') return false;
  return action === 'create' || (action === 'update' && changes.some(({ path }) => path.startsWith('match')));
}

/** Objects with our marker that are not in the ledger: one that was created late, or that the ledger has lost. */
function untrackedNotes(planning: Planning, pairs: readonly Pair[]): readonly PlanNote[] {
  const found = untrackedLive(planning);
  if (found.length === 0) return [];
  const asked = pairs.flatMap((pair) =>
    pair.type === 'ambiguous' ? pair.sameMarker.map(({ id }) => id) : 'id' in pair ? [pair.id] : [],
  );
  return found
    .filter(({ id }) => !asked.includes(id))
    .map(({ id }) => ({
      topic: 'orphan',
      fact: { code: 'stray', id },
    }));
}

/** Steps that begin to forward requests to an endpoint of another environment: no step of this plan makes it. */
function forwardNotes(planning: Planning, steps: readonly Step[]): readonly PlanNote[] {
  const { desired, neighbors = [], live } = planning;
  if (neighbors.length === 0) return [];
  const declaredUrls = new Set(desired.map(urlOf));
  return steps.flatMap(({ address, requests, changes, predicted }) => {
    if (predicted === undefined || requests.length === 0) return [];
    if (!changes.some(({ path }) => path.startsWith('traffic_policy'))) return [];
    return [...forwardedUrls({ spec: predicted })].flatMap((url): readonly PlanNote[] => {
      const wanted = normalUrl(url);
      if (declaredUrls.has(wanted)) return [];
      const found = live.listed.find((candidate) => urlOf(candidate) === wanted);
      const claim = found && claimOn(planning, found);
      const declaring = neighbors.flatMap(({ name, endpoints = [] }) =>
        endpoints
          .filter((endpoint) => urlOf(endpoint) === wanted)
          .map((endpoint) => ({ environment: name, other: endpoint.address })),
      )[0];
      if (found === undefined)
        return declaring === undefined
          ? []
          : [{ topic: 'forward', address, fact: { code: 'forwards-to-missing', url, ...declaring } }];
      if (claim === undefined || !neighbors.some(({ name }) => name === claim.owner)) return [];
      const other = claim.address ?? declaring?.other ?? `${found.kind}/${found.id}`;
      return [
        {
          topic: 'forward',
          address,
          fact: { code: 'forwards-elsewhere', url, environment: claim.owner, other },
        },
      ];
    });
  });
}

/** Steps that end a URL to which an endpoint of another environment forwards requests. */
function forwardedNotes(planning: Planning, steps: readonly Step[]): readonly PlanNote[] {
  const { desired, neighbors = [], live, hiddenTexts } = planning;
  if (neighbors.length === 0) return [];
  const declaredUrls = new Set(desired.map(urlOf));
  return steps.flatMap(({ address, id, requests }) => {
    const ended = requests.length === 0 ? undefined : live.listed.find((candidate) => candidate.id === id);
    const url = ended && urlOf(ended);
    if (url === undefined || declaredUrls.has(url)) return [];
    return live.listed.flatMap((object): readonly PlanNote[] => {
      const claim = [...forwardedUrls(object, hiddenTexts)].some((target) => normalUrl(target) === url)
        ? claimOn(planning, object)
        : undefined;
      if (claim === undefined || !neighbors.some(({ name }) => name === claim.owner)) return [];
      const other = claim.address ?? `${object.kind}/${object.id}`;
      return [
        {
          topic: 'forward',
          address,
          fact: { code: 'forwarded-elsewhere', url, environment: claim.owner, other },
        },
      ];
    });
  });
}

function urlOf({ kind, spec: { url } }: Pick<Desired, 'kind' | 'spec'>): string | undefined {
  return kind === 'endpoint' && typeof url === 'string' ? normalUrl(url) : undefined;
}

function unusedApprovals(planning: Planning, results: Results): readonly PlanNote[] {
  const { approvals, environment } = planning;
  const { all, used } = results;
  return approvals.flatMap((approval) => {
    if (used.has(approval)) return [];
    const fact = isFor(approval, environment.name)
      ? unusedFact(planning, approval, results)
      : elsewhereFact(approval, all);
    return fact === undefined ? [] : [{ topic: 'approval', address: approval.address, fact }];
  });
}

/** An approval of another environment, if it names a change of this plan. */
function elsewhereFact(approval: Approval, all: readonly Step[]): NoteFact | undefined {
  const { address, allow, change, environment = '' } = approval;
  const isMeant = all.some(
    (step) => step.address === address && askedBy(step).some((request) => request.change === change),
  );
  return isMeant
    ? { code: 'approval-elsewhere', allow, change, place: placeOf(approval), environment }
    : undefined;
}

/** For example `resources/approvals.yaml:3`. */
function placeOf({ document: { source }, kindNode, addressNode, entry }: Approval): string {
  const { start } = entry === undefined ? kindNode : addressNode;
  return `${source.path}:${lineColumn(source, start).line}`;
}

function unusedFact({ ledger }: Planning, approval: Approval, { all, uncompared }: Results): NoteFact {
  const { address, allow, change } = approval;
  const about = { allow, change, place: placeOf(approval) };
  if (isUsed(ledger, { address, change })) return { code: 'approval-used', ...about };
  const secrets = uncompared
    .filter((value) => value.address === address)
    .map((value): RequestedAllowance => ({ allow: 'write-secret', change: value.change }));
  const asked = [...all.filter((step) => step.address === address).flatMap(askedBy), ...secrets];
  const whole = asked.find((request) => request.allow === allow && request.change.startsWith(change));
  if (whole !== undefined) return { code: 'approval-partial', ...about, now: whole.change };
  const now = asked.find((request) => request.allow === allow);
  if (now !== undefined) return { code: 'approval-outdated', ...about, now: now.change };
  const meant = asked.find((request) => request.change === change);
  return meant === undefined
    ? { code: 'approval-unneeded', ...about }
    : { code: 'approval-other-kind', ...about, asked: meant.allow };
}

type RequestedAllowance = Pick<Approval, 'allow' | 'change'>;

/** The approvals that a step requires. */
function askedBy({ action, exposure, hash, liveHash, since }: Step): readonly RequestedAllowance[] {
  const asked: RequestedAllowance[] =
    exposure === undefined ? [] : [{ allow: 'exposure', change: exposure.change }];
  if (action === 'delete') asked.push({ allow: 'delete', change: hash });
  else if (action === 'drift' && liveHash === undefined) asked.push({ allow: 'recreate', change: hash });
  else if ((action === 'drift' || action === 'blocked') && since !== undefined)
    asked.push({ allow: 'revert', change: hash });
  return asked;
}

const mostNamed = 10;

function filterNote(all: readonly Step[], steps: readonly Step[]): readonly PlanNote[] {
  if (steps.length === all.length) return [];
  const done = new Set(steps.map(({ address }) => address));
  const left = all.filter(({ action, address }) => action !== 'keep' && !done.has(address));
  if (left.length === 0) return [];
  const names = [...new Set(left.map(({ address }) => address))];
  const addresses = names.slice(0, mostNamed);
  const more = names.length - addresses.length;
  return [{ topic: 'filter', fact: { code: 'filtered', count: left.length, addresses, more } }];
}

function noteKey({ topic, address, fact }: PlanNote): string {
  return `${topic} ${address ?? ''} ${canonicalJson(fact)}`;
}

/** One note for all secrets not compared in the filtered steps: a thousand routes may share one secret. */
function uncomparedNote(
  { environment }: Planning,
  steps: readonly Step[],
  uncompared: Decision['uncompared'],
): readonly PlanNote[] {
  if (uncompared.length === 0) return [];
  const chosen = new Set(steps.map(({ address }) => address));
  const values = uncompared
    .filter(({ address }) => chosen.has(address))
    .sort(byText(({ address, path }) => `${address} ${path}`));
  const [first] = values;
  if (first === undefined) return [];
  // A single secret has its address on the note, several have theirs in `values`.
  const about = values.length === 1 ? { address: first.address } : {};
  return [
    { topic: 'secret', ...about, fact: { code: 'not-compared', environment: environment.name }, values },
  ];
}
