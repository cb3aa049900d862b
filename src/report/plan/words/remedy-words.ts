import type { Step } from '../../../model/plan/step.ts';
import { approvalText } from '../../../derive/approval-text.ts';
import type { ApprovalGroup } from '../../../model/approval.ts';
import type { Remedy } from '../../../model/facts/remedy.ts';
import type { Address } from '../../../model/workspace/address.ts';
import { isForeign } from './owner-words.ts';
import { say, type Words } from './say.ts';
import { shellWord } from '../../../text/words/shell-word.ts';
import { secondOf } from '../../../text/words/time-words.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { named } from '../../../text/words/list-words.ts';

export function remedyHeading({ action }: Pick<Step, 'action'>): 'To resolve' | 'Options' {
  return action === 'blocked' ? 'To resolve' : 'Options';
}

/** One way to resolve a step: a sentence, a command, or an approval to commit. */
export interface Way {
  /** A sentence without a final period; before a command or an approval, its purpose. */
  readonly lead: string;
  readonly command?: string;
  readonly asks?: ApprovalGroup;
  /** The command that writes that approval. */
  readonly approve?: string;
  /** True if `plan --all` does not print the approval, because it belongs to a rollback. */
  readonly isOnlyHere?: true;
}

export function remedyWay(remedy: Remedy): Way {
  const way = say(waysByCode, remedy);
  return typeof way === 'string' ? { lead: way } : way;
}

/** The ways of the first step for all of a group. `others`: what else drifted, and must not be meant. */
export function groupWays(steps: readonly [Step, ...Step[]], others: readonly Address[]): readonly Way[] {
  const [{ address, remedies }] = steps;
  const group = steps.map((step) => step.address);
  return remedies.map((remedy): Way => {
    const { lead, command } = remedyWay(remedy);
    const [asked, ...more] = steps.flatMap((step) =>
      step.remedies.flatMap((other) => (other.code === remedy.code ? (remedyWay(other).asks ?? []) : [])),
    );
    const asks: Pick<Way, 'asks'> = withoutUndefined({ asks: asked && ([asked, ...more] as const) });
    if (command === undefined)
      return { lead: forAll(lead.replace(ofEach(address), 'of each'), group), ...asks };
    const flags = globOver(group, others);
    const all = command
      .replace(`--allow-revert ${address}`, flags.map((flag) => `--allow-revert ${flag}`).join(' '))
      .replace(`edgewright pull ${address} `, `edgewright pull ${group.join(' ')} `);
    return { lead: forAll(lead, group), command: all, ...asks };
  });
}

/** A remedy that names its resource so can name each of a group. */
export function ofEach(address: Address): string {
  return `of \`${address}\``;
}

/** `keep it` as `keep all 3`. */
function forAll(lead: string, { length }: readonly Address[]): string {
  return lead.replace(/^(\w+) it\b/, `$1 all ${length}`);
}

/** A glob that matches the addresses and none of the others, if their common start makes one; else the addresses. */
function globOver(group: readonly Address[], others: readonly Address[]): readonly string[] {
  const [first = '', ...rest] = group;
  const ends = Array.from({ length: first.length }, (_, at) => first.slice(0, first.length - at));
  const start = ends.find((text) => rest.every((address) => address.startsWith(text))) ?? '';
  const isExact = start.includes('/') && !others.some((address) => address.startsWith(start));
  return isExact ? [shellWord(`${start}*`)] : group;
}

/** The way on one line. */
export function remedyText(remedy: Remedy): string {
  const { lead, command, asks } = remedyWay(remedy);
  const ways = [
    ...(command === undefined ? [] : [`\`${command}\``]),
    ...(asks === undefined
      ? []
      : [`commit in a resource file, with a reason: ${asks.map(approvalText).join(' and ')}`]),
  ];
  return ways.length === 0 ? lead : `${lead}: ${ways.join(', or ')}`;
}

const waysByCode: Words<Remedy, [], string | Way> = {
  pull: ({ command }) => ({ lead: 'keep it', command }),
  'pull-over': ({ command }) => ({ lead: 'keep live, replacing the files', command }),
  revert: (remedy) => ({
    lead: 'revert it',
    command: remedy.command,
    asks: asked('revert', remedy),
  }),
  'adopt-successor': ({ id, command }) => ({ lead: `adopt ${id}, if it replaces it`, command }),
  'remove-from-files': () =>
    'if that was intended, remove the resource from the files; the ledger then forgets it',
  recreate: (remedy) => ({ lead: 'create it again', asks: asked('recreate', remedy) }),
  'undo-all-the-same': (remedy) => ({
    lead: 'undo it anyway',
    asks: asked('revert', remedy),
    isOnlyHere: true,
  }),
  'change-in-dashboard': () => 'change it in the dashboard as declared; the next plan is then empty',
  'change-outside': () => 'change it in the dashboard; the next plan sees it',
  'second-resource': (remedy) =>
    `declare a second ${remedy.kind} under another name and other hostports, move the traffic, then remove \`${remedy.address}\``,
  'second-route': () =>
    'declare a second route under another name on the new edge, move the traffic, then remove this one',
  'keep-parent': (remedy) => `put the old \`${remedy.field}\` of \`${remedy.address}\` back`,
  'delete-in-dashboard': () => 'delete it in the dashboard; the next plan sees that it no longer exists',
  'declare-value': (remedy) =>
    `declare the value that you want for \`${remedy.field}\`; live has ${remedy.live}`,
  'declare-kept': ({ command }) => ({ lead: 'declare what the service keeps', command }),
  retire: (remedy) => `disable it: \`kind: removed\`, \`address: ${remedy.address}\`, \`then: retire\``,
  forget: (remedy) => `stop managing it: \`kind: removed\`, \`address: ${remedy.address}\`, \`then: forget\``,
  'remove-and-forget': (remedy) =>
    `remove \`${remedy.address}\` from the files and stop managing it: \`kind: removed\`, \`then: forget\``,
  'drop-removed': () => 'delete it: remove the `removed` document',
  'set-secret': () => 'set the secret, so that the module can be sent whole',
  'disable-bare': (remedy) =>
    `disable it without its configuration, which is then lost: \`kind: removed\`, \`address: ${remedy.address}\`, \`then: disable-bare\``,
  'declare-references': (remedy) => `declare \`${remedy.field}\`, with its secrets as references`,
  'look-for': (remedy) =>
    `look ${remedy.where === 'list' ? 'in the list of the service' : 'in the dashboard'} for ${named(remedy.identity).replaceAll(', `', ' `')}`,
  'resolve-adopt': ({ command }) => ({ lead: 'if it exists', command }),
  'resolve-absent': ({ command }) => ({ lead: 'if it does not exist', command }),
  'plan-later': ({ until }) => `wait until ${secondOf(until)}; the next plan sees whether it has arrived`,
  'correct-adopt': () => 'correct the id under `adopt:`, or remove the line to create the resource',
  'remove-adopt': () => 'remove the line under `adopt:`',
  'remove-one-adopt': () => 'remove one of the two lines',
  'remove-adopt-of': (remedy) => `if it is not, remove the line of \`${remedy.other}\` from \`adopt:\``,
  'remove-adopt-to-delete': (remedy) =>
    `to delete it, remove the line of \`${remedy.address}\` from \`adopt:\` of the environment`,
  'remove-their-adopt': (remedy) =>
    `to remove it, remove the line of \`${remedy.other}\` from \`adopt:\` of \`${remedy.owner}\``,
  adopt: (remedy) => `if it is the same, adopt it: in the environment's file, \`${adoptLine(remedy)}\``,
  'adopt-if-it-is': (remedy) => `if it is ${remedy.id}: in the environment's file, \`${adoptLine(remedy)}\``,
  'own-lineage': () =>
    'if a different workspace created it, the `lineage` in edgewright.yaml was copied: give this workspace one of its own',
  'adopt-then': (remedy) => `then adopt it: in the environment's file, \`${adoptLine(remedy)}\``,
  'adopt-from': (remedy) =>
    `after ${isForeign(remedy.owner) ? 'that workspace' : `\`${remedy.owner}\``} has stopped managing it, name the owner in the environment's file: \`adopt: { ${remedy.address}: { id: ${remedy.ref}, from: ${remedy.owner} } }\``,
  formerly: (remedy) =>
    `if it is the same under a new name, write in this resource: \`${formerlyLine(remedy)}\``,
  'formerly-there': (remedy) =>
    `if \`${remedy.address}\` is the same under a new name, write there: \`${formerlyLine(remedy)}\``,
  'formerly-new': (remedy) => `if it has a new name, write there: \`${formerlyLine(remedy)}\``,
  'formerly-twin': (remedy) =>
    `\`${remedy.other}\`, which was removed from the files, was the same${remedy.fields.length === 0 ? '' : ` except for ${named(remedy.fields)}`}; if this is it under a new name, write \`${formerlyLine(remedy)}\``,
  'formerly-place': (remedy) =>
    `\`${remedy.other}\` has the same identity and is deleted; if this is it under a new name, write \`${formerlyLine(remedy)}\``,
  'drop-formerly': (remedy) =>
    `to remove it, take \`${nameOf(remedy.address)}\` out of \`formerly\` of \`${remedy.other}\``,
  'declare-again': () => 'to keep it, declare the resource again',
  'rename-in-two': (remedy) =>
    `rename in two commits: in the first, \`${remedy.other}\` becomes \`${remedy.address}\`; after its apply, the name \`${nameOf(remedy.other)}\` is free for the second`,
  'resolve-first': (remedy) => `resolve \`${remedy.other}\` first; this one is then removed`,
  'make-unequal': () => 'if it is not, change what makes them equal',
  'make-unequal-or-remove': () =>
    'if it is not, change what makes them equal, or remove the other in the dashboard',
  'make-unequal-or-drop': () => 'change what makes them equal, or remove one of them from the files',
  'stop-tunnel': () => 'stop the tunnel or remove the edge that serves it, or choose another URL',
  'move-aside': () => 'move one of them aside first, to a third place, and apply',
  'stop-managing': ({ owner, address, command }) => ({
    lead: `remove \`${address}\` from the files of \`${owner}\`, and have \`${owner}\` stop managing it`,
    command,
  }),
  'apply-there': ({ owner, command }) => ({
    lead: `the next apply of \`${owner}\` takes it under management`,
    command,
  }),
  'hand-over': (remedy) =>
    `to hand it over as it is: \`kind: removed\`, \`address: ${remedy.address}\`, \`then: forget\``,
  'leave-there': (remedy) =>
    `leave it there: remove \`${remedy.address}\` from the files of \`${remedy.environment}\``,
  'choose-too': (remedy) => `choose both: \`--only ${remedy.other}\` as well`,
  'do-first': (remedy) => `first resolve \`${remedy.other}\`: \`${remedy.address}\` depends on it`,
};

interface Approvable {
  readonly address: string;
  readonly environment: string;
  readonly change: string;
}

function asked(allow: 'revert' | 'recreate', { address, environment, change }: Approvable): ApprovalGroup {
  return [{ allow, address: address as Address, environment, change }];
}

/** The line for the environment file. */
function adoptLine({ address, ref }: { readonly address: string; readonly ref: string }): string {
  return `adopt: { ${address}: ${ref} }`;
}

function formerlyLine({ other }: { readonly other: string }): string {
  return `formerly: [${nameOf(other)}]`;
}

function nameOf(address: string): string {
  return address.slice(address.indexOf('/') + 1);
}
