import type { Diagnostic } from '../../../model/diagnostic.ts';
import { type ExitCode, exitCodeOfAll, exitCodes } from '../../../model/exit-codes.ts';

/** The exit code for errors: 78 if edgewright.yaml itself is invalid, else 1; undefined without errors. */
export function failureOf(diagnostics: readonly Diagnostic[]): ExitCode | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  const isOfSettings = ({ place, rule }: Diagnostic): boolean =>
    place.source.path === 'edgewright.yaml' && !ofOtherFiles.has(rule);
  return exitCodeOfAll(
    errors.map((error) => (isOfSettings(error) ? exitCodes.settings : exitCodes.configuration)),
  );
}

/** Rules that report at edgewright.yaml about missing other files. */
const ofOtherFiles: ReadonlySet<string> = new Set([
  'environment-forgotten',
  'no-environment',
  'no-resources',
]);
