import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diskWords } from '../../text/system/system-errors.ts';
import type { Io } from '../../model/io.ts';
import type { RunFigures } from '../../model/plan/run-figures.ts';
import { lastSuccess, metricsText } from '../../report/run/metrics-text.ts';
import { inertLine } from '../../report/text/inert.ts';

const largest = 4 * 1024 * 1024;

/**
 * Replaces the file in one step: a collector reads the old or the new one. The last success is taken from the old one,
 * and so is everything of an environment that was skipped beside another run: that one may hang.
 * A file that cannot be written gives one warning and changes nothing else.
 */
export function writeMetrics(io: Io, file: string, runs: readonly RunFigures[]): void {
  const target = path.resolve(io.cwd, file);
  // Not `*.prom`, which a collector would read.
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target)}.${runs[0]?.startedAt ?? 0}.tmp`,
  );
  const before = smallFileText(target);
  const dated = runs.map((run) => ({
    ...run,
    succeededAt: run.exitCode === 0 || run.exitCode === 2 ? run.endedAt : lastSuccess(before, run),
  }));
  const text = metricsText(dated, before);
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, io.secrets?.clean(text) ?? text, { mode: 0o644, flag: 'wx' });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    io.stderr(`warning: the metrics were not written to \`${inertLine(file)}\`: ${diskWords(error)}\n`);
  }
}

function smallFileText(file: string): string {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= largest ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
