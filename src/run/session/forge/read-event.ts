import path from 'node:path';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Io } from '../../../model/io.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { given } from '../../cli/given-variable.ts';
/** Far more than GitHub sends, whose longest texts are cut at 65,536 characters. */
const largest = 25 * 1024 * 1024;

/**
 * Reads the event file. Its texts belong to strangers: only a number and the name of a commit are taken from it, and a
 * file that is not as expected says nothing.
 */
export function readEvent(io: Io): ForgeEvent | undefined {
  const [name, file] = [given(io, 'GITHUB_EVENT_NAME'), given(io, 'GITHUB_EVENT_PATH')];
  if (name === undefined) return undefined;
  const event = file === undefined ? undefined : readJson(path.resolve(io.cwd, file));
  if (!isJsonMap(event)) return { name };
  if (name === 'workflow_run') return { name, ...commitIn(event['workflow_run'], 'head_sha') };
  if (name === 'merge_group') return { name, ...commitIn(event['merge_group'], 'head_sha') };
  const pull = event['pull_request'];
  if (isJsonMap(pull)) return { name, ...numberIn(pull), ...commitIn(pull['head'], 'sha') };
  // A comment on a pull request is an event of its issue.
  const issue = event['issue'];
  return isJsonMap(issue) && isJsonMap(issue['pull_request']) ? { name, ...numberIn(issue) } : { name };
}

function numberIn({ number }: { readonly [name: string]: unknown }): Pick<ForgeEvent, 'pullRequest'> {
  return Number.isSafeInteger(number) && Number(number) > 0 ? { pullRequest: String(number) } : {};
}

function commitIn(of: unknown, name: string): Pick<ForgeEvent, 'commit'> {
  const commit = isJsonMap(of) ? of[name] : undefined;
  return typeof commit === 'string' && isCommit(commit) ? { commit } : {};
}

function readJson(file: string): unknown {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= largest ? JSON.parse(readFileSync(descriptor, 'utf8')) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The event that started a job of GitHub, Gitea or Forgejo. */
export interface ForgeEvent {
  readonly name: string;
  /** The number of the pull request. */
  readonly pullRequest?: string;
  /** The newest commit of the pull request, or of the run that a `workflow_run` follows. */
  readonly commit?: string;
}

/** The full name of a commit. */
export function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
