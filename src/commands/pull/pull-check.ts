import { compile } from '../../workspace/compile/compile.ts';
import { differences } from '../../derive/compare/differences.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import { dotted } from '../../text/dotted-path.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import { UserError } from '../../model/errors.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Value } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { PullResult, PulledResource } from '../../pull/pull-run.ts';
import { isUnset } from '../../pull/values/is-unset.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/**
 * Compiles the drafts before one of them is written: pulled fields must equal the live ones, and all others must be
 * unchanged, also in the other environments. The edits of texts are verified by reading the results, not trusted.
 */
export function checkPulled(
  /** The workspace with the drafts. */
  workspace: Workspace,
  pulled: PullResult,
  {
    old,
    environment,
    before,
    secrets,
  }: {
    /** The workspace on disk. */
    readonly old: Workspace;
    readonly environment: string;
    readonly before: readonly Desired[];
    readonly secrets: SecretLookup;
  },
): void {
  const { desired } = compile(workspace, environment);
  const after = new Map(desired.map((resource) => [resource.address, resource]));
  const lookup: SecretLookup = (name) => pulled.secrets.get(name) ?? secrets(name);
  const taken = new Map(pulled.resources.map((resource) => [resource.address, resource]));
  for (const pulledResource of pulled.resources) {
    const resource = after.get(pulledResource.address);
    const wrong = resource === undefined ? 'all of it' : wronglyTaken(pulledResource, resource, lookup);
    if (wrong !== undefined) throw cannotWrite(pulledResource.address, wrong);
  }
  for (const resource of before) {
    const pulledResource = taken.get(resource.address);
    const kept =
      pulledResource?.how === 'edited' || pulledResource?.how === 'written' ? pulledResource.fields : [];
    const wrong = wronglyKept(resource, after.get(resource.address), kept);
    if (wrong !== undefined) throw cannotWrite(resource.address, wrong);
  }
  for (const other of old.environments.keys()) if (other !== environment) refuseOther(other, old, workspace);
}

/** Refuses a pull that would change a resource in another environment. */
function refuseOther(environment: string, old: Workspace, workspace: Workspace): void {
  const before = new Map(compile(old, environment).desired.map((resource) => [resource.address, resource]));
  const after = new Map(
    compile(workspace, environment).desired.map((resource) => [resource.address, resource]),
  );
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    const [resourceBefore, resourceAfter] = [before.get(address), after.get(address)];
    const wrong = resourceBefore === undefined ? 'all of it' : wronglyKept(resourceBefore, resourceAfter, []);
    if (wrong !== undefined) throw cannotWrite(address, `${wrong} in \`${environment}\``);
  }
}

function wronglyTaken(
  { how, fields, live, leftOut, secrets }: PulledResource,
  { kind, spec }: Desired,
  lookup: SecretLookup,
): string | undefined {
  if (how === 'left-alone') return undefined;
  const open = [...leftOut.map(({ path }) => dotted(path)), ...secrets.map(({ path }) => path)];
  const known = Object.fromEntries(
    Object.entries(kinds[kind].fields).filter(([name]) => fields.includes(name)),
  );
  const wrong = differences(known, live.spec, spec, lookup).find(({ path, before, after, verdict }) => {
    // A policy is one value, and a secret may be anywhere in it.
    const isOpen = open.some(
      (openPath) => dotted(path).startsWith(openPath) || openPath.startsWith(`${dotted(path)}.`),
    );
    if (verdict === 'unknown' || isOpen) return false;
    // An undeclared value stays a default of the service, and so does one that was never set.
    if (after === undefined) return how === 'written' && before !== undefined && !isUnset(kind, before, path);
    return true;
  });
  return wrong && dotted(wrong.path);
}

function wronglyKept(
  before: Desired,
  after: Desired | undefined,
  taken: readonly string[],
): string | undefined {
  if (after === undefined) return 'all of it';
  const names = new Set([...Object.keys(before.spec), ...Object.keys(after.spec)]);
  return [...names].find(
    (name) => !taken.includes(name) && maskedText(before.spec[name]) !== maskedText(after.spec[name]),
  );
}

function maskedText(value: Value | undefined): string {
  return value === undefined ? '' : canonicalJson(maskedValue(value));
}

function cannotWrite(address: string, part: string): UserError {
  return new UserError(
    exitCodes.configuration,
    `\`${address}\` cannot be written so that it means what is live: ${part}`,
    { help: 'write this resource by hand. Nothing was written' },
  );
}
