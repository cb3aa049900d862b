import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError, usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { parsedJson } from '../../../text/json/json-access.ts';
import { limits } from '../../../text/file-limits.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

/** Refuses links in the path of a file that we write in the workspace: they would redirect the write. */
export function refuseLinks(root: string, file: string): void {
  const parts = file.split('/');
  for (const [index] of parts.entries()) {
    const shown = parts.slice(0, index + 1).join('/');
    const stats = lstatSync(path.join(root, shown), { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) continue;
    // A missing folder or other errors are reported by the write.
    if (stats?.isSymbolicLink() !== true) return;
    throw new UserError(exitCodes.unsafe, `\`${shown}\` is a symbolic link`, {
      help: 'remove it, or move what it leads to here. Nothing was written',
    });
  }
}

/**
 * Refuses to overwrite links, files of git and Edgewright, and parts of a workspace, which are recognized by their
 * content in any folder. The result of an earlier run may be replaced.
 */
export function refuseTarget(io: Io, output: string): void {
  const target = path.resolve(io.cwd, output);
  refuseLinked(io, target);
  const kept = target.split(path.sep).find((part) => part === '.git' || part === '.edgewright');
  if (kept !== undefined) refuse(`\`${output}\` is in \`${kept}\`, where nothing else is written`);
  const what = partOfWorkspace(target);
  if (what !== undefined) refuse(`\`${output}\` is ${what} and is not replaced`);
}

function refuse(message: string): never {
  throw usageError(message, 'name another file. Nothing was written');
}

/**
 * A pull request may add a link with the name that a job writes to. Below the current folder no part of the path may be
 * a link; elsewhere the file itself may not, except the system's own `/dev/stdout`.
 */
function refuseLinked(io: Io, target: string): void {
  const below = path.relative(io.cwd, target);
  const isBelow = below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
  if (isBelow) refuseLinks(io.cwd, below.split(path.sep).join('/'));
  else if (!target.startsWith('/dev/')) refuseLinks(path.dirname(target), path.basename(target));
}

/** The role of a file in a workspace; undefined if it has none. Larger files are not parts of a workspace. */
function partOfWorkspace(target: string): string | undefined {
  const text = targetText(target);
  if (/\.ya?ml$/i.test(target)) return ofYaml(text);
  if (/^\s*\{/.test(text)) return ofJson(text);
  const isMetadata = /^\s*</.test(text) && /<(\w+:)?EntityDescriptor\b/.test(text);
  return isMetadata ? 'the metadata of a login' : undefined;
}

function targetText(target: string): string {
  try {
    const stats = lstatSync(target);
    return stats.isFile() && stats.size <= limits.bytes ? readFileSync(target, 'utf8') : '';
  } catch {
    // The file does not exist, or the write will report why it cannot be opened.
    return '';
  }
}

/** Our only YAML result is that of `compile`, whose keys are addresses. */
function ofYaml(text: string): string | undefined {
  const keys = topKeysOf(text);
  if (keys.some((key) => key.startsWith('on_'))) return 'a traffic policy';
  return keys.some((key) => parts.has(key)) ? 'a file of a workspace' : undefined;
}

const parts = new Set(['kind', 'version', 'vars', 'ids', 'adopt', 'drift', 'tests']);

/** The top-level keys, also in flow style. Includes those of malformed texts, and so some that only look like keys. */
function topKeysOf(text: string): readonly string[] {
  const isFlow = /^(?:\s|#.*\n|---)*\{/.test(text);
  if (!isFlow) return keysIn(text, /^(?:\ufeff|---\s+)?["']?(\w+)["']?:/gm);
  const known = keysOf(text);
  return known.length > 0 ? known : keysIn(outermost(text), /[{,]\s*["']?(\w+)["']?\s*:/g);
}

function keysIn(text: string, key: RegExp): readonly string[] {
  return [...text.matchAll(key)].map(([, name = '']) => name);
}

/** The text without nested braces and brackets. */
function outermost(text: string): string {
  let depth = 0;
  let kept = '';
  for (const char of text) {
    if ('}]'.includes(char)) depth--;
    if (depth <= 1) kept += char;
    if ('{['.includes(char)) depth++;
  }
  return kept;
}

function ofJson(text: string): string | undefined {
  const keys = keysOf(text);
  if (keys.includes('version') && keys.includes('findings')) return 'a baseline';
  return keys.some((key) => key.startsWith('on_')) ? 'a traffic policy' : undefined;
}

function keysOf(text: string): readonly string[] {
  return Object.keys(parsedJson(text) ?? {});
}
