import { statSync } from 'node:fs';
import path from 'node:path';
import { kindNames } from '../../kinds/index.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { ApplyOptions } from '../../run/apply/apply-options.ts';
import { commandLine, envWords } from '../../run/cli/command-line.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { codeList } from '../../text/words/list-words.ts';

/** With more resources, the help suggests to apply everything instead of naming them. */
const mostNamed = 3;

/**
 * `apply` takes a saved plan, where other tools take a file or a name: the error says what the argument is instead,
 * with the command that was probably meant. Throws `UserError` 64; returns if the argument may be a saved plan.
 */
export async function refuseMistaken(io: Io, word: string, options: ApplyOptions): Promise<void> {
  const found = lookAt(path.resolve(io.cwd, word));
  if (found === 'nothing') return refuseName(io, word, options);
  if (found === 'folder') throw noPlan(`\`${word}\` is a folder`, applyAll(options));
  if (!/\.ya?ml$/i.test(word)) return;
  const workspace = await openQuietly(io, options);
  throw noPlan(
    `\`${word}\` is a YAML file`,
    workspace === undefined ? applyAll(options) : applyFile(io, word, workspace, options),
  );
}

/** Errors of inspecting the file are left to its reader. */
function lookAt(file: string): 'nothing' | 'folder' | 'else' {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'nothing';
    return found.isDirectory() ? 'folder' : 'else';
  } catch {
    return 'else';
  }
}

/** There is no such file: the argument may be the name of an environment or an address. */
async function refuseName(io: Io, word: string, options: ApplyOptions): Promise<void> {
  if (kindNames.some((kind) => word.startsWith(`${kind}/`))) {
    throw noPlan(`\`${word}\` is an address`, only([word], options));
  }
  const workspace = await openQuietly(io, options);
  if (workspace?.environments.has(word) !== true) return;
  throw noPlan(`\`${word}\` is an environment`, applyAll({ ...options, env: word }));
}

/** Ignores errors in the workspace: they are reported when it is opened for use. */
async function openQuietly(io: Io, options: ApplyOptions): Promise<Workspace | undefined> {
  try {
    return await openWorkspace(io, options);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function applyFile({ cwd }: Io, word: string, { root, resources }: Workspace, options: ApplyOptions): string {
  const file = path.relative(root, path.resolve(cwd, word)).split(path.sep).join('/');
  const here = resources.filter(({ source }) => source.path === file);
  const addresses = [...new Set(here.map(({ address }) => address))];
  if (addresses.length === 0 || addresses.length > mostNamed) return applyAll(options);
  return `${only(addresses, options)}; ${applyAll(options)}`;
}

function applyAll(options: ApplyOptions): string {
  return `\`${commandLine(['apply', ...envWords(options.env)], options)}\` applies all files`;
}

function only(addresses: readonly string[], options: ApplyOptions): string {
  const filters = addresses.flatMap((address) => ['--only', address]);
  const line = commandLine(['apply', ...envWords(options.env)], options, filters);
  return `\`${line}\` applies just ${codeList(addresses)}`;
}

function noPlan(found: string, help: string): UserError {
  return usageError(`${found}, not a saved plan`, help);
}
