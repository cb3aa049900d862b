import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseDocument } from 'yaml';
import { startLocalApi } from '../../src/commands/local-api.ts';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';
import { normalizer } from './normalize.ts';
import type { Scenario, ScenarioStep } from './scenario.ts';

const repository = path.join(import.meta.dirname, '../..');

type LocalApi = Awaited<ReturnType<typeof startLocalApi>>;

interface Stage {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly server: LocalApi | undefined;
  readonly normalize: (text: string) => string;
}

/** Plays a scenario in a folder of its own; gives what each step did and what it should have done. */
export async function playScenario(
  file: string,
  { isUpdate }: { readonly isUpdate: boolean },
): Promise<{ readonly seen: unknown; readonly expected: unknown }> {
  const text = readFileSync(file, 'utf8');
  const scenario = parse(text) as Scenario;
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-scenario-'));
  try {
    if (scenario.copy !== undefined)
      cpSync(path.join(repository, scenario.copy), folder, { recursive: true });
    writeFiles(folder, scenario.files ?? {});
    const server = scenario.api === undefined ? undefined : await startServer(folder, scenario.api);
    const stage: Stage = {
      folder,
      env: { ...(server === undefined ? {} : apiEnvironment(server, scenario)), ...scenario.env },
      server,
      normalize: normalizer(folder),
    };
    try {
      const seen = [];
      for (const step of scenario.steps) seen.push(await playStep(stage, step));
      if (isUpdate) update(file, text, seen);
      return { seen, expected: scenario.steps.map((step, index) => expectedOf(step, seen[index] ?? {})) };
    } finally {
      await server?.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Seen = Partial<Pick<ScenarioStep, 'exit' | 'stdout' | 'stderr' | 'after'>>;

async function playStep(stage: Stage, step: ScenarioStep): Promise<Seen> {
  const { folder } = stage;
  if (step.edit !== undefined) editFile(path.join(folder, step.edit.file), step.edit);
  writeFiles(folder, step.write ?? {});
  for (const file of step.remove ?? []) rmSync(path.join(folder, file), { recursive: true });
  for (const [file, mode] of Object.entries(step.chmod ?? {}))
    chmodSync(path.join(folder, file), Number.parseInt(mode, 8));
  if (step.outside !== undefined) changeOutside(stage, step.outside);
  if (step.run === undefined) return {};
  const streams = { out: '', err: '' };
  const exit = await main(words(step.run), ioFor(stage, step, streams));
  const files = Object.keys(step.after ?? {});
  return {
    exit,
    stdout: stage.normalize(streams.out),
    stderr: stage.normalize(streams.err),
    ...(files.length === 0
      ? {}
      : { after: Object.fromEntries(files.map((file) => [file, contentOf(stage, file)])) }),
  };
}

/** A step that runs a command must say its exit code; a stream that it leaves out must be empty. */
function expectedOf(step: ScenarioStep, seen: Seen): Seen {
  if (step.run === undefined) return {};
  return {
    ...('exit' in seen ? { exit: step.exit ?? 0 } : {}),
    stdout: step.stdout ?? '',
    stderr: step.stderr ?? '',
    ...(step.after === undefined ? {} : { after: step.after }),
  };
}

function ioFor({ folder, env }: Stage, step: ScenarioStep, streams: { out: string; err: string }): Io {
  return {
    stdout: (text) => void (streams.out += text),
    stderr: (text) => void (streams.err += text),
    stdin: () => Promise.resolve(step.stdin ?? ''),
    env: { HOME: folder, ...env, ...step.env },
    cwd: folder,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: {
      now: () => new Date('2026-06-01T12:00:00Z'),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20))),
    },
    signal: new AbortController().signal,
  };
}

async function startServer(folder: string, api: NonNullable<Scenario['api']>): Promise<LocalApi> {
  const { fixture, ...rest } = api;
  const io = ioFor({ folder, env: {}, server: undefined, normalize: String }, {}, { out: '', err: '' });
  return startLocalApi(io, { port: 0, seed: 1, ...rest, ...(fixture === undefined ? {} : { fixture }) });
}

function apiEnvironment(server: LocalApi, { api }: Scenario): Record<string, string> {
  return {
    EDGEWRIGHT_API_URL: server.url,
    ...(api?.token === undefined ? {} : { EDGEWRIGHT_API_TOKEN: api.token }),
  };
}

/** Finds the object through the ledger of the only environment that has one. */
function changeOutside(
  { folder, server }: Stage,
  { address, change, remove }: NonNullable<ScenarioStep['outside']>,
): void {
  const environment = ['production', 'staging'].find((name) =>
    existsSync(path.join(folder, '.edgewright', name, 'ledger.json')),
  );
  const ledger = JSON.parse(
    readFileSync(path.join(folder, '.edgewright', String(environment), 'ledger.json'), 'utf8'),
  );
  const { kind, id } = ledger.resources[address];
  if (remove === true) server?.outside.remove(kind, id);
  if (change !== undefined) server?.outside.change(kind, id, change as never);
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

function editFile(
  file: string,
  { before, after }: { readonly before: string; readonly after: string },
): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(before))
    throw new Error(`the scenario no longer finds ${JSON.stringify(before)} in ${path.basename(file)}`);
  writeFileSync(
    file,
    text.replace(before, () => after),
  );
}

function contentOf({ folder, normalize }: Stage, file: string): string | null {
  const full = path.join(folder, file);
  return existsSync(full) ? normalize(readFileSync(full, 'utf8')) : null;
}

function words(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

function update(file: string, text: string, seen: readonly Seen[]): void {
  const document = parseDocument(text);
  for (const [index, step] of seen.entries()) {
    for (const key of ['exit', 'stdout', 'stderr', 'after'] as const) {
      const value = step[key];
      if (value === undefined) continue;
      if (value === '') document.deleteIn(['steps', index, key]);
      else document.setIn(['steps', index, key], document.createNode(value));
    }
  }
  writeFileSync(file, document.toString({ lineWidth: 0, blockQuote: 'literal' }));
}
