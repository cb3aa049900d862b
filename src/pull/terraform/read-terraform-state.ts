/**
 * A Terraform state as a list of ids. A state knows the ids of routes, which the API cannot list, so it is the best
 * source for adopting an account that Terraform manages. Read are the files of versions 3 and 4 (Terraform 0.11 and
 * later, OpenTofu) and the output of `terraform show -json` for a state or a plan. Everything else in the file, secrets
 * above all, is neither kept nor shown.
 */
import type { ObjectKey } from '../../model/api.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';
import { objectsOfInstance } from './objects-of-instance.ts';
import { instancesOfShown } from './shown-state.ts';
import { instancesOfOldState, instancesOfState } from './state-file.ts';
import { StateProblem, type StateInstance } from './state-instance.ts';

export interface StateObject {
  readonly key: ObjectKey;
  readonly instance: Pick<StateInstance, 'address' | 'name' | 'index' | 'condition'>;
}

/** The content of a state, as far as it concerns us. */
export interface TerraformState {
  readonly file: string;
  /** Each object once. */
  readonly objects: readonly StateObject[];
  /** Terraform addresses of objects that are to be destroyed. */
  readonly deposed: readonly string[];
  /** Objects of ours without a readable id. */
  readonly unread: readonly { readonly address: string; readonly why: 'edge' | 'sensitive' }[];
  /** Resources that are not ours: the number of instances by type. */
  readonly others: ReadonlyMap<string, number>;
}

/** Whether a file is meant as a Terraform state: a file of routes has lines. */
export function isJsonText(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

/** Throws `UserError` 64 with the place for a file that is not a readable Terraform state. */
export function readTerraformState(text: string, file: string): TerraformState {
  try {
    return contentOf(instancesIn(parsed(text.replace(/^\uFEFF/, ''), file)), file);
  } catch (error) {
    if (!(error instanceof StateProblem)) throw error;
    const where = error.place === '' ? `\`${file}\`` : `\`${file}\`, ${error.place}`;
    throw new UserError(exitCodes.usage, `${where}: ${error.message}`, {
      cause: error,
      ...(error.help === undefined ? {} : { help: error.help }),
    });
  }
}

function parsed(text: string, file: string): JsonObject {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) {
    const { line, column, what } = syntax;
    throw new UserError(
      exitCodes.usage,
      `${file}:${line}:${column}: not valid JSON: ${what}`,
      text.startsWith('{"@level"')
        ? { help: 'this is a log: give the output of `terraform show -json`' }
        : {},
    );
  }
  const document: unknown = JSON.parse(text);
  if (isJsonMap(document)) return document;
  throw new StateProblem('', 'not a Terraform state: expected an object, found a list');
}

function instancesIn(document: JsonObject): readonly StateInstance[] {
  if ('encrypted_data' in document || 'sops' in document)
    throw new StateProblem(
      '',
      'this state is encrypted',
      'write it out with `tofu state pull > state.json`, and delete that file afterwards: it may hold secrets',
    );
  const { version, backend } = document;
  if (isJsonMap(backend))
    throw new StateProblem(
      '/backend',
      'this file has no resources: it says only in which backend the state is',
      'write the state out with `terraform state pull > state.json`, and give that file',
    );
  if (version === 4) return instancesOfState(document);
  if (version === 3) return instancesOfOldState(document);
  if ('format_version' in document) return instancesOfShown(document);
  if (typeof version === 'number' && 'serial' in document)
    throw new StateProblem(
      '/version',
      `state version ${version} is not supported; versions 3 and 4 are`,
      'give the output of `terraform show -json`',
    );
  throw new StateProblem(
    '',
    'not a Terraform state',
    'give terraform.tfstate, the output of `terraform state pull` or `terraform show -json`, or lines of edge_id/route_id',
  );
}

function contentOf(instances: readonly StateInstance[], file: string): TerraformState {
  const objects = new Map<string, StateObject>();
  const unread: { address: string; why: 'edge' | 'sensitive' }[] = [];
  const deposed: string[] = [];
  const others = new Map<string, number>();
  for (const instance of instances) {
    const held = objectsOfInstance(instance);
    if (held.length === 0) others.set(instance.type, (others.get(instance.type) ?? 0) + 1);
    else if (instance.condition === 'deposed') deposed.push(instance.address);
    else
      for (const one of held)
        if ('unread' in one) unread.push({ address: instance.address, why: one.unread });
        else objects.set(`${one.key.edge_id ?? ''}/${one.key.id}`, { key: one.key, instance });
  }
  return { file, objects: [...objects.values()], deposed, unread, others };
}
