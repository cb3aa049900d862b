import { shortChange } from '../../derive/compare/change-id.ts';
import type { ApprovalGroup, AskedApproval } from '../../model/approval.ts';
import type { ExposureFact } from '../../model/facts/exposure.ts';
import type { Attribution, FieldChange } from '../../model/plan/change.ts';
import type { Plan, Refusal } from '../../model/plan/plan.ts';
import { isGone, type Step } from '../../model/plan/step.ts';
import type { Address } from '../../model/workspace/address.ts';
import { addTo, groupBy } from '../../text/lists/group-by.ts';
import { attributionText } from './words/attribution-words.ts';
import type { StepSides } from './step-sides.ts';
import type { Names } from './named-ids.ts';
import { actions } from './plan-groups.ts';
import { hasChanged, namesText, newlyServed, protectionText, type Routing } from './routing.ts';
import { exposureReason, type ExposureReason } from './words/exposure-words.ts';
import { shownReason } from './words/reason-words.ts';
import { outcomeTexts } from './words/request-outcome-words.ts';
import { directionText, stepRefusalText } from './words/refusal-words.ts';
import { remedyHeading, remedyWay, type Way } from './words/remedy-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { asCode } from '../../text/quoted.ts';
import { codeList, listed } from '../../text/words/list-words.ts';

/**
 * A step in the form that all formats share: text, Markdown and HTML lay out the same words. Sentences have no final
 * period and names in backticks; they are not inert yet.
 */

export interface StepView {
  readonly step: Step;
  /** `+`, `~`, `=`: shown before the word, so that no color is needed. */
  readonly mark: string;
  readonly word: string;
  /** `resources/shop.yaml:12`. */
  readonly place: string | undefined;
  /** The first digits of the change id; empty if there is nothing to approve. */
  readonly change: string;
  /** The reasons why it is not applied; empty if it is. */
  readonly refused: readonly string[];
  /** The effects on protection, most severe first. */
  readonly exposure: readonly ExposureReason[];
  /** The lines of files that let requests in. */
  readonly rules: readonly RuleLine[];
  readonly facts: readonly string[];
  /** The effect on requests: openings first, then the number of those that are left out. */
  readonly outcomes: readonly string[];
  /** Whether it newly serves URLs that nothing protects: no form of a plan leaves that out. */
  readonly isOpen: boolean;
  readonly changes: readonly FieldChange[];
  /** Whether the changes will be made, or the two sides stay different. */
  readonly sides: StepSides;
  /** The approvals that would allow a refused step. Those of a group are at its first step. */
  readonly approvals: readonly ApprovalGroup[];
  /** The command that writes these approvals. */
  readonly approve?: string;
  readonly ways: readonly Way[];
  readonly waysHeading: 'To resolve' | 'Options';
  readonly names: Names;
  /** The ref of the base. */
  readonly base: string | undefined;
}

/** A line of a file, and the column in it, from 1, at which a rule begins. */
export interface RuleLine {
  readonly number: number;
  readonly column: number;
  readonly text: string;
}

/** For a step that newly serves URLs without protection. */
export const openWords = 'protection: none';

/** The changes of outcomes that are shown of one step. */
const mostOutcomes = 5;

/**
 * The data of the plan that its steps need. A plan can have as many refusals and URLs as steps, so both are by address.
 */
export interface StepSetting {
  readonly refusals: ReadonlyMap<string, readonly OwnRefusal[]>;
  /** `newly serves a, b`, for resources that do. */
  readonly served: ReadonlyMap<string, string>;
  readonly names: Names;
  readonly base: string | undefined;
}

interface OwnRefusal {
  readonly refusal: Refusal;
  readonly approvals: readonly AskedApproval[];
}

export function stepView(step: Step, { refusals, served, names, base }: StepSetting): StepView {
  const { action, address, hash, origin, remedies } = step;
  const ownRefusals = isKept(step) ? [] : (refusals.get(address) ?? []);
  return {
    step,
    mark: actions[action].mark,
    word: actions[action].word,
    place: origin === undefined ? undefined : `${origin.file}:${origin.line}`,
    change: hash === '' ? '' : shortChange(hash),
    refused: ownRefusals.map(({ refusal }) => stepRefusalText(refusal, step)),
    exposure: exposureLines(step, names),
    rules: ruleLines(step),
    facts: factsOf(step, served.get(address), base),
    outcomes: outcomeTexts(step, mostOutcomes, names),
    isOpen: served.has(address) && step.protection?.after.length === 0,
    changes: changesOf(step),
    sides: sidesOf(step),
    approvals: ownRefusals.flatMap(({ approvals }) => approvals.map((asked): ApprovalGroup => [asked])),
    ways: remedies.map(remedyWay),
    waysHeading: remedyHeading(step),
    names,
    base,
  };
}

/** The changes without what the reason of the step or the shared attribution already says. */
function changesOf(step: Step): readonly FieldChange[] {
  const isWhole = step.action === 'delete' || step.action === 'retire';
  const isShared = sharedAttribution(step) !== undefined;
  return step.changes.map((change) => {
    const { attribution, ...rest } = change;
    const shownChange = isShared || attribution === undefined ? rest : change;
    return isWhole ? { ...shownChange, cause: 'configuration' } : shownChange;
  });
}

/** The attribution of all fields; undefined if they differ or it is unknown. */
function sharedAttribution({ changes }: Step): Attribution | undefined {
  const [first] = changes;
  return changes.every(({ attribution }) => attribution === first?.attribution)
    ? first?.attribution
    : undefined;
}

/** Whether the step changes nothing, so that nothing is added or removed. */
export function isKept({ action }: Pick<Step, 'action'>): boolean {
  return action === 'drift' || action === 'blocked';
}

/** Of a run that is not undone, the value is now and before it. */
function sidesOf(step: Step): StepSides {
  if (!isKept(step)) return 'before-after';
  if (step.reason.code.startsWith('run-')) return 'now-before';
  return isGone(step) ? 'applied-files' : 'live-files';
}

const mostPaths = 4;

/** `changes a, b and 2 more`; of a step that is kept, `differs in …`. */
export function changedPaths({ step, changes }: StepView, write = (path: string): string => path): string {
  const paths = changes.map(({ path }) => write(path));
  return `${isKept(step) ? 'differs in' : 'changes'} ${listed(paths, mostPaths)}`;
}

/** Whether its effect on protection is unknown, approved or not. */
export function isPossiblyExposed({ exposure, possibleExposure }: Step): boolean {
  return possibleExposure !== undefined || exposure?.direction === 'unknown';
}

function exposureLines(step: Step, names: Names): readonly ExposureReason[] {
  const { exposure, protection, possibleExposure = [], weakened = [] } = step;
  const isBare = protection !== undefined && protection.before.length > 0 && protection.after.length === 0;
  const about = (words: string, reason: ExposureFact): ExposureReason => {
    const { headline, table } = exposureReason(reason, names);
    return { headline: `${words}: ${headline}`, ...withoutUndefined({ table }) };
  };
  return [
    ...(exposure?.isAllowed === true ? [{ headline: `${directionText(exposure.direction)}, approved` }] : []),
    ...(exposure?.reasons ?? []).map((reason) => exposureReason(reason, names)),
    ...(exposure !== undefined && protection !== undefined && hasChanged(step)
      ? [{ headline: isBare ? 'nothing else protects it' : `protection: ${protectionText(protection)}` }]
      : []),
    ...possibleExposure.map((reason) => about('may become less protected', reason)),
    ...weakened.map((reason) =>
      about(isGone(step) ? 'created again, it is less protected' : 'live is less protected', reason),
    ),
  ];
}

function ruleLines({ exposure }: Step): readonly RuleLine[] {
  const losses = (exposure?.reasons ?? []).flatMap((reason) => ('lost' in reason ? reason.lost : [reason]));
  const rules = losses.flatMap((loss): readonly RuleLine[] => {
    if (loss.code !== 'let-in' || loss.at === undefined || loss.line === undefined) return [];
    const [, number, column] = /:(\d+):(\d+)$/.exec(loss.at) ?? [];
    return [{ number: Number(number), column: Number(column), text: loss.line }];
  });
  return rules.filter(({ number }, index) => rules.findIndex((rule) => rule.number === number) === index);
}

function factsOf(step: Step, served: string | undefined, base: string | undefined): readonly string[] {
  const {
    action,
    address,
    attribution = [],
    changes,
    exposure,
    formerly,
    drifted = [],
    missingSecrets,
  } = step;
  const { isProtected, protection } = step;
  const reason = shownReason({ ...step, changes });
  const shared = sharedAttribution(step);
  const isSaid = shared === undefined && changes.some((change) => change.attribution !== undefined);
  // For a drift step, this attribution is obvious.
  const whose = (shared === undefined ? attribution : [shared]).filter(
    (cause) => !(isKept(step) && cause === 'drift'),
  );
  const protectionNow =
    exposure !== undefined
      ? []
      : served !== undefined
        ? [`protection: ${namesText(protection?.after ?? [])}`]
        : protection !== undefined && hasChanged(step)
          ? [`protection: ${protectionText(protection)}`]
          : [];
  const first = [...(reason === undefined ? [] : [reason]), ...(served === undefined ? [] : [served])];
  return [
    [...first, ...protectionNow].join('; '),
    [
      // The reason of a rename already names it.
      ...(formerly === undefined || action === 'keep' ? [] : [earlierName(address, formerly)]),
      ...(isProtected ? ['protected by `safety.protect`'] : []),
      ...restsOn(step),
      ...(isSaid ? [] : whose.map((cause) => attributionText(cause, base))),
    ].join('; '),
    ...(drifted.length === 0 ? [] : [`drifted and kept: ${codeList(drifted)}`]),
    ...(missingSecrets.length === 0
      ? []
      : [`apply needs secrets that are not set: ${missingSecrets.join(', ')}`]),
  ].filter((line) => line !== '');
}

/** Its own name as the former one means that the resource was removed from the files in between. */
function earlierName(address: Address, formerly: Address): string {
  return address === formerly ? 'declared again' : `formerly \`${formerly}\``;
}

const mostNamed = 3;

/** The steps that must be done before this one. */
function restsOn({ action, restsOn: addresses = [] }: Step): readonly string[] {
  // A blocked step says so in its reason.
  if (addresses.length === 0 || action === 'blocked') return [];
  const rest = addresses.length - mostNamed;
  const names = addresses.slice(0, mostNamed).map(asCode);
  return [`only after ${[...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`];
}

/** The data of the plan that all its steps share, with the refusals that are shown at steps. */
export function settingOf(
  { names = {}, base }: Plan,
  routing: Routing,
  refusals: readonly Refusal[],
): StepSetting {
  return { refusals: byAddress(refusals), served: newlyServed(routing), names, base: base?.ref };
}

function byAddress(refusals: readonly Refusal[]): ReadonlyMap<string, readonly OwnRefusal[]> {
  const all = new Map<string, OwnRefusal[]>();
  for (const refusal of refusals) {
    const approvals = groupBy(refusal.approvals ?? [], ({ address }) => address);
    for (const address of new Set(refusal.addresses))
      addTo(all, address, { refusal, approvals: approvals.get(address) ?? [] });
  }
  return all;
}
