import { refOf } from '../../derive/forms/object-ids.ts';
import { counted } from '../../text/words/noun-words.ts';
import { commandLine, type PlaceFlags } from '../../run/cli/command-line.ts';
import type { PullChoice } from './pull-choose.ts';
import type { Desired } from '../../model/desired.ts';
import type { NamedId } from '../../model/workspace/environment.ts';
import type { Address } from '../../model/workspace/address.ts';
import { exposureOf, type Exposure } from '../../plan/exposure/exposure.ts';
import type { PulledResource, PullResult } from '../../pull/pull-run.ts';
import { namesIn } from '../../report/plan/named-ids.ts';
import { exposureText } from '../../report/plan/words/exposure-words.ts';
import { claimText } from '../../report/plan/words/owner-words.ts';
import { directionText } from '../../report/plan/words/refusal-words.ts';
import { inertLine, inertPath } from '../../report/text/inert.ts';
import { dotted } from '../../text/dotted-path.ts';
import { asCode } from '../../text/quoted.ts';

interface PullReport extends PullChoice, PlaceFlags {
  readonly environment: string;
  readonly pulled: PullResult;
  readonly lost: readonly LostProtection[];
  /** The ids of the environment, as the pulled files have them. */
  readonly ids: readonly NamedId[];
  /** True if the user named no object. */
  readonly isAll: boolean;
  readonly secretsDir?: string;
  /** Whether nothing was written. */
  readonly isDry: boolean;
}

/** The summary: written files, left-out objects, and objects that pull cannot list. */
export function pullSummary(report: PullReport): string {
  const { pulled, isDry } = report;
  const written = isDry ? 'would write' : 'wrote';
  const edited = isDry ? 'would edit' : 'edited';
  const done = pulled.files.map(
    ({ path, before }) => `${before === undefined ? written : edited} ${inertPath(path)}`,
  );
  const parts = [
    ...countLines(report),
    ...lostLines(report),
    ...pulled.notes,
    ...pulled.resources.flatMap((resource) => resourceLines(resource, report)),
    ...pulled.refused.map(({ shown, fields, finding }) =>
      finding === undefined
        ? `${shown}: not pulled: ${list(fields)} ${fields.length === 1 ? 'holds' : 'hold'} what looks like a secret, and no reference is allowed there`
        : `${shown}: not pulled, since its file would be wrong: ${finding}`,
    ),
    ...report.conflicts.map(
      ({ address, fields }) =>
        `${address}: ${list(fields)} changed in the files and outside: left alone; --overwrite takes what is live`,
    ),
    ...pendingLines(report),
    ...report.gone.map((address) => `${address}: gone; \`${line(report, 'plan')}\` says what can be done`),
    ...report.unwritten.map(
      (address) => `${address}: in the ledger and in no file: \`${line(report, 'pull', address)}\` writes it`,
    ),
    ...report.claimed.map(
      ({ live, claim }) =>
        `${claimText(claim, live)}: not pulled; \`${line(report, 'pull', refOf(live))}\` says why`,
    ),
    ...secretLines(report),
    ...(report.isAll
      ? [
          'routes cannot be listed: add `<edge_id>/<route_id>` or `--routes <file>` for those outside the ledger',
        ]
      : []),
  ].map(inertLine);
  const lines = [...done, ...(done.length > 0 && parts.length > 0 ? [''] : []), ...parts];
  return lines.map((line) => `${line}\n`).join('');
}

/** A command line for the same environment. */
function line(report: PullReport, ...words: readonly string[]): string {
  return commandLine([...words, '--env', report.environment], report);
}

function countLines({ pulled, conflicts, isAll, isDry }: PullReport): readonly string[] {
  const { adopted, resources } = pulled;
  const isConflict = (address: string): boolean => conflicts.some((conflict) => conflict.address === address);
  // Resources with left-out parts have a line of their own.
  const whole = resources.filter(({ address, secrets }) => secrets.length === 0 && !isConflict(address));
  const edited = whole.filter(({ how, leftOut }) => how === 'edited' && leftOut.length === 0).length;
  const same = whole.filter(({ how }) => how === 'same');
  if (adopted.length > 0)
    return [
      `${counted(adopted.length, 'object')} ${isDry ? 'would be ' : ''}put under \`adopt:\`; the next plan only adopts, without a request`,
    ];
  if (pulled.files.length > 0) {
    const say = isDry ? ' would say' : edited === 1 ? ' says' : ' say';
    return edited === 0 ? [] : [`${counted(edited, 'resource')}${say} what is live now`];
  }
  if (isAll)
    return resources.length + conflicts.length + pulled.refused.length > same.length
      ? []
      : ['nothing to pull: nothing that can be seen is new or was changed outside'];
  return same.map(({ address }) => `${address}: nothing was changed outside`);
}

function lostLines({ lost, ids }: PullReport): readonly string[] {
  if (lost.length === 0) return [];
  const names = namesIn(lost, ids);
  return [
    ...lost.map(
      ({ address, direction, reasons }) =>
        `${address}: ${directionText(direction)} in the files, as it is live: ${reasons.map((reason) => exposureText(reason, names)).join('; ')}`,
    ),
    'review this before you merge it: live and the files agree then, so no plan asks for an approval',
  ];
}

function resourceLines(
  { address, how, fields, leftOut, secrets }: PulledResource,
  report: PullReport,
): readonly string[] {
  const lost =
    how === 'left-alone'
      ? [`${address}: left alone, since ${list(fields)} would be lost; --overwrite takes what is live`]
      : [];
  const out = leftOut.map(({ path, why }) => `${address}: \`${dotted(path)}\` was left out: ${why}`);
  const changed = secrets.map(
    ({ path, names }) =>
      `${address}: \`${path}\` is a secret and cannot be pulled: set ${list(names)} to the live value, or run \`${line(report, 'apply')}\` to send the declared one`,
  );
  return [...lost, ...out, ...changed];
}

function pendingLines({ pending, isAll }: PullReport): readonly string[] {
  if (isAll) return [];
  return pending.map(
    ({ address, fields }) =>
      `${address}: ${list(fields)} changed in the files and is not applied yet; --overwrite takes what is live`,
  );
}

function secretLines({ pulled, secretsDir, isDry }: PullReport): readonly string[] {
  const names = [...pulled.secrets.keys()].sort();
  if (names.length === 0) return [];
  const masked = names.filter((name) => pulled.secrets.get(name) === undefined);
  const isWritten = secretsDir !== undefined && !isDry;
  return [
    `secrets, now in \`secrets:\` of edgewright.yaml: ${names.join(', ')}`,
    isWritten
      ? `their values are in \`${secretsDir}\`, one file each`
      : 'their values are written nowhere; set EDGEWRIGHT_SECRET_<NAME> or use --secrets-dir',
    ...(masked.length === 0 ? [] : [`the service does not show ${masked.join(', ')}: set them yourself`]),
  ];
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(asCode);
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A resource that the pulled files declare as less protected than before. */
interface LostProtection extends Exposure {
  readonly address: Address;
}

/**
 * The declared resources that a pull makes less protected. A later plan compares live with these files and finds them
 * equal, so no plan asks for an approval: the pull is the last to see both sides.
 */
export function lostProtection(
  before: readonly Desired[],
  after: readonly Desired[],
): readonly LostProtection[] {
  const declared = new Map(before.map((resource) => [resource.address, resource]));
  return after.flatMap(({ address, kind, spec }) => {
    const old = declared.get(address);
    const exposure = old === undefined ? undefined : exposureOf({ kind, before: old.spec, after: spec });
    return exposure === undefined ? [] : [{ address, ...exposure }];
  });
}
