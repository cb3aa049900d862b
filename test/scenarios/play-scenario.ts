import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseDocument } from 'yaml';
import { leaks } from './leaks.ts';
import { normalizer, type Normalizer } from './normalize.ts';
import { playCommand, type Played } from './play-command.ts';
import type { Scenario, ScenarioStep } from './scenario.ts';
import { runGit } from './stage-git.ts';
import { openStageApi, type StageApi } from './stage-api.ts';
import { changeFiles, contentOf, writeFiles } from './stage-files.ts';

const repository = path.join(import.meta.dirname, '../..');

type Seen = Partial<Pick<ScenarioStep, 'exit' | 'stdout' | 'stderr' | 'responses' | 'after'>>;

export interface Stage {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly api: StageApi | undefined;
  readonly texts: Normalizer;
}

/** Plays a scenario in a folder of its own; returns the actual and expected result of each step, and leaked secrets. */
export async function playScenario(
  file: string,
  { isUpdate }: { readonly isUpdate: boolean },
): Promise<{ readonly seen: unknown; readonly expected: unknown; readonly leaked: readonly string[] }> {
  const text = readFileSync(file, 'utf8');
  const scenario = parse(text) as Scenario;
  return onStage(scenario, async (stage) => {
    const seen: Seen[] = [];
    for (const step of scenario.steps) seen.push((await playStep(stage, step)).seen);
    if (isUpdate) record(file, text, seen);
    const expected = scenario.steps.map((step, index) => expectedOf(step, seen[index] ?? {}));
    return { seen, expected, leaked: leaks(stage.folder, stage.env, seen) };
  });
}

/** Runs `use` with the folder and API of a scenario, and removes them afterwards. */
export async function onStage<T>(scenario: Scenario, use: (stage: Stage) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-scenario-')));
  let api: StageApi | undefined;
  try {
    if (scenario.copy !== undefined)
      cpSync(path.join(repository, scenario.copy), folder, { recursive: true });
    writeFiles(folder, scenario.files ?? {});
    api = scenario.api === undefined ? undefined : await openStageApi(folder, scenario.api);
    const env = { ...environmentOf(api, scenario), ...scenario.env };
    return await use({ folder, env, api, texts: normalizer(folder) });
  } finally {
    await api?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function environmentOf(api: StageApi | undefined, scenario: Scenario): Record<string, string> {
  if (api === undefined) return {};
  const token = scenario.api?.token;
  return {
    EDGEWRIGHT_API_URL: api.url,
    ...(token === undefined ? {} : { EDGEWRIGHT_API_TOKEN: token }),
  };
}

/** Plays a step; returns its normalized result (`seen`) and its output as printed (`said`). */
export async function playStep(
  { folder, env, api, texts }: Stage,
  step: ScenarioStep,
): Promise<{ readonly seen: Seen; readonly said: string }> {
  const { normalize, realize } = texts;
  changeFiles(folder, step, realize);
  for (const command of step.git ?? []) runGit(folder, command);
  if (step.outside !== undefined) normalize((await api?.changeOutside(step.outside)) ?? '');
  api?.answerWith(JSON.parse(realize(JSON.stringify(step.api ?? []))));
  if (step.run === undefined) return { seen: {}, said: '' };
  const where = { folder, env: { ...env, ...step.env } };
  const played = await playCommand(where, step, realize(step.run));
  const unasked = api?.unasked() ?? [];
  if (unasked.length > 0) throw new Error(`\`${step.run}\` never asked for ${unasked.join(', ')}`);
  const files = Object.keys(step.after ?? {});
  const seen = {
    ...normalized(played, step, normalize),
    ...(files.length === 0
      ? {}
      : { after: Object.fromEntries(files.map((file) => [file, contentOf(folder, file, normalize)])) }),
  };
  return { seen, said: `${played.stdout}\n${played.stderr}` };
}

function normalized(
  { exit, stdout, stderr, responses }: Played,
  { head }: ScenarioStep,
  normalize: (text: string) => string,
): Seen {
  // Cut before normalizing, so that ids in hidden lines get no number.
  const shown =
    head === undefined
      ? stdout
      : stdout
          .split(/(?<=\n)/)
          .slice(0, head)
          .join('');
  return {
    exit,
    stdout: normalize(shown),
    stderr: normalize(stderr),
    ...(responses === undefined ? {} : { responses: responses.map((each) => normalize(each)) }),
  };
}

/** The expected result of a step; by default exit code 0 and no output. */
function expectedOf(step: ScenarioStep, { exit }: Seen): Seen {
  if (exit === undefined) return {};
  return {
    exit: step.exit ?? 0,
    stdout: step.stdout ?? '',
    stderr: step.stderr ?? '',
    ...(step.responses === undefined ? {} : { responses: step.responses }),
    ...(step.after === undefined ? {} : { after: step.after }),
  };
}

function record(file: string, text: string, seen: readonly Seen[]): void {
  const document = parseDocument(text);
  for (const [index, step] of seen.entries()) {
    for (const key of ['exit', 'stdout', 'stderr', 'responses', 'after'] as const) {
      const value = step[key];
      if (value === undefined) continue;
      if (value === '' || value === 0) document.deleteIn(['steps', index, key]);
      else document.setIn(['steps', index, key], document.createNode(value));
    }
  }
  writeFileSync(
    file,
    document.toString({ lineWidth: 0, blockQuote: 'literal', doubleQuotedMinMultiLineLength: Infinity }),
  );
}
