import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { limits } from '../../workspace/files/limits.ts';
import { refuseLinks } from './refuse-links.ts';

/**
 * Refuses what no result may take the place of: a link, what git and Edgewright keep for themselves, and what a workspace
 * is made of. That is told by what the file holds, wherever it lies; a result of an earlier run is replaced.
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
  throw new UserError(exitCodes.usage, message, {
    help: 'name another file. Nothing was written',
  });
}

/**
 * A pull request may bring a link by the name that a job writes to: below the current folder nothing on the way to a
 * result may be one; elsewhere the file itself may not, but for the system's own `/dev/stdout`.
 */
function refuseLinked(io: Io, target: string): void {
  const below = path.relative(io.cwd, target);
  const isBelow = below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
  if (isBelow) refuseLinks(io.cwd, below.split(path.sep).join('/'));
  else if (!target.startsWith('/dev/')) refuseLinks(path.dirname(target), path.basename(target));
}

/** What a file is to a workspace; undefined where it is nothing to it. Nothing larger is read as a part of one. */
function partOfWorkspace(target: string): string | undefined {
  const text = textOf(target);
  if (/\.ya?ml$/i.test(target)) return ofYaml(text);
  if (/^\s*\{/.test(text)) return ofJson(text);
  const isMetadata = /^\s*</.test(text) && /<(\w+:)?EntityDescriptor\b/.test(text);
  return isMetadata ? 'the metadata of a login' : undefined;
}

function textOf(target: string): string {
  try {
    const stats = lstatSync(target);
    return stats.isFile() && stats.size <= limits.bytes ? readFileSync(target, 'utf8') : '';
  } catch {
    // It is not there, or why it cannot be opened is for the writing to say.
    return '';
  }
}

/** Of what we write only `compile` is YAML, and begins its lines with addresses. */
function ofYaml(text: string): string | undefined {
  const keys = topKeysOf(text);
  if (keys.some((key) => key.startsWith('on_'))) return 'a traffic policy';
  return keys.some((key) => parts.has(key)) ? 'a file of a workspace' : undefined;
}

const parts = new Set(['kind', 'version', 'vars', 'ids', 'adopt', 'drift', 'tests']);

/** The keys that stand outermost, also between braces; of broken text, too, and so with what only looks like one. */
function topKeysOf(text: string): readonly string[] {
  const isFlow = /^(?:\s|#.*\n|---)*\{/.test(text);
  if (!isFlow) return keysIn(text, /^(?:\ufeff|---\s+)?["']?(\w+)["']?:/gm);
  const known = keysOf(text);
  return known.length > 0 ? known : keysIn(outermost(text), /[{,]\s*["']?(\w+)["']?\s*:/g);
}

function keysIn(text: string, key: RegExp): readonly string[] {
  return [...text.matchAll(key)].map(([, name = '']) => name);
}

/** What no second brace or bracket is around. */
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
  try {
    return Object.keys(JSON.parse(text) as object);
  } catch {
    return [];
  }
}
