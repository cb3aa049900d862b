/** The runner of a workflow, as the action uses it. */
export interface Runner {
  /** The variables of the step; names with `INPUT_` are its inputs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path. */
  readonly cwd: string;
  readonly stdout: (text: string) => void;
  /** `bytes` random bytes as hexadecimal digits. */
  readonly random: (bytes: number) => string;
  /** Runs the program with these words, never through a shell. Its output is printed, returned, or both. */
  readonly run: (words: readonly string[], options: RunOptions) => Promise<StepResult>;
}

/** `shown` is printed and returned. */
type Output = 'printed' | 'captured' | 'shown';

interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
}

export interface StepResult {
  readonly exitCode: number;
  /** Empty if the output was printed. */
  readonly stdout: string;
}

/** A command as this step runs it. */
export interface StepCommand {
  readonly folder: string;
  readonly run: (words: readonly string[], output?: Output) => Promise<StepResult>;
}
