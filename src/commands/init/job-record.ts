import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../model/errors.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json } from '../../model/value.ts';
import type { ExtraFile } from '../../run/jobs/extra-files.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/**
 * The jobs as `init` wrote them last, by path: an update tells by them which lines of a file are of a person. They are
 * committed beside the jobs.
 */
const jobRecord = '.edgewright/jobs.json';

export function readJobRecord(root: string): ReadonlyMap<string, string> {
  const file = path.join(root, jobRecord);
  if (!existsSync(file)) return new Map();
  const record = parsed(readFileSync(file, 'utf8'));
  if (record !== undefined) return record;
  throw new UserError(exitCodes.settings, `\`${jobRecord}\` is not a record that \`init\` wrote`, {
    help: `restore it from git: \`git log -- ${jobRecord}\` has its versions`,
  });
}

/** As lines, so that a reviewer reads its difference. */
export function jobRecordFile(record: ReadonlyMap<string, string>): ExtraFile {
  const files = [...record].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = Object.fromEntries(files.map(([file, text]) => [file, text.split('\n')]));
  return [jobRecord, `${JSON.stringify(lines, null, 2)}\n`];
}

function parsed(text: string): ReadonlyMap<string, string> | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  if (!isJsonMap(value)) return undefined;
  const entries = Object.entries(value);
  if (!entries.every(([, lines]) => Array.isArray(lines) && lines.every((line) => typeof line === 'string')))
    return undefined;
  return new Map(entries.map(([file, lines]) => [file, (lines as readonly string[]).join('\n')]));
}
