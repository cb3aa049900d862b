import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository, type Checkout } from './checkout.ts';

export interface StepRequest {
  readonly inputs: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What an earlier command of the step has put into the summary. */
  readonly summary?: string;
}

export interface StepEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: ReadonlyMap<string, string>;
  readonly summary: string;
}

/** Runs the built action as the runner does: its own entry, inputs as variables, files for outputs and summary. */
export async function runStep(
  { folder, runner, env: own }: Pick<Checkout, 'folder' | 'runner' | 'env'>,
  { inputs, env = {}, summary = '' }: StepRequest,
): Promise<StepEnd> {
  const files = mkdtempSync(path.join(runner, 'step-'));
  const [output, page] = [path.join(files, 'output'), path.join(files, 'summary')];
  writeFileSync(output, '');
  writeFileSync(page, summary);
  const given = Object.entries(inputs).map(
    ([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const,
  );
  const variables = {
    ...own,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: folder,
    GITHUB_SERVER_URL: 'https://github.example.com',
    GITHUB_REPOSITORY: 'team/edges',
    GITHUB_RUN_ID: '7',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: page,
    RUNNER_TEMP: files,
    INPUT_SUMMARY: 'true',
    ...Object.fromEntries(given),
    ...env,
  };
  return new Promise((resolve) => {
    const entry = path.join(repository, 'dist/action.cjs');
    execFile(process.execPath, [entry], { cwd: files, env: variables }, (error, stdout, stderr) =>
      resolve({
        exitCode: error === null ? 0 : Number(error.code),
        stdout,
        stderr,
        outputs: outputsOf(readFileSync(output, 'utf8')),
        summary: existsSync(page) ? readFileSync(page, 'utf8') : '',
      }),
    );
  });
}

/** Reads GITHUB_OUTPUT as the runner does: `name=value`, or `name<<end`, lines, `end`. */
export function outputsOf(text: string): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const [, name, end] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined && end !== undefined) {
      const last = lines.indexOf(end, index + 1);
      if (last < 0) throw new Error(`the output ${name} has no end`);
      outputs.set(name, lines.slice(index + 1, last).join('\n'));
      index = last;
    } else if (line !== '') {
      const [, key = '', value = ''] = /^([^=]+)=(.*)$/.exec(line) ?? [];
      if (key === '') throw new Error(`not an output: ${line}`);
      outputs.set(key, value);
    }
  }
  return outputs;
}
