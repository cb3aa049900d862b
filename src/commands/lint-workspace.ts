import { exitCodes } from '../model/errors.ts';
import type { Desired } from '../model/desired.ts';
import type { Io } from '../model/io.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Workspace } from '../model/workspace.ts';
import { wantsColor } from './color.ts';

/** What every command that needs a correct workspace asks for: the compiled resources, and the errors on stderr. */
export async function lintForEnvironment(
  io: Io,
  workspace: Workspace,
  environment: string,
  ledger?: LedgerState,
): Promise<{ readonly desired: readonly Desired[]; readonly hasErrors: boolean }> {
  const [{ compile }, { lintInSteps }, { rules }] = await Promise.all([
    import('../compile/compile.ts'),
    import('../lint/lint.ts'),
    import('../lint/rules.gen.ts'),
  ]);
  const compiled = compile(workspace, environment);
  const result = await finished(
    lintInSteps({
      workspace,
      compiled: new Map([[environment, compiled]]),
      ledgers: new Map(ledger === undefined ? [] : [[environment, ledger]]),
      now: io.clock.now(),
      rules,
    }),
  );
  const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const { lintPretty } = await import('../report/lint-pretty.ts');
    const color = wantsColor(io, { color: 'auto' });
    io.stderr(lintPretty({ ...result, diagnostics: errors }, { color, columns: io.columns }));
    io.stderr(
      `error: \`${environment}\` cannot be compiled until this is mended (exit ${exitCodes.configuration})\n`,
    );
  }
  return { desired: compiled.desired, hasErrors: errors.length > 0 };
}

/** How long the answers of an API may wait for us, in milliseconds. */
const patience = 4;

/** Goes through the steps, and lets whatever waits for the network have its turn between them. */
async function finished<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < patience) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}
