import type { Io } from '../../../model/io.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import type { Environment } from '../../../model/workspace/environment.ts';
import type { CompiledResource } from '../../../model/desired.ts';
import type { OpenedTests } from '../../../simulate/run-tests.ts';
import type { SecretLookup } from '../../../model/secret.ts';
import type { HostQuestions } from './open-hosts.ts';
import type { ProbeOptions } from '../../../remote/http/probe.ts';
import type { ChosenHost } from './edge-hosts.ts';
import type { SideIndex } from '../../../routing/traffic/side-index.ts';
import type { Responder } from './dev-target.ts';

export interface SendRun {
  readonly io: Io;
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly CompiledResource[];
  readonly tests: OpenedTests;
  readonly secrets: SecretLookup;
  readonly hosts: HostQuestions;
  readonly settings: ProbeOptions;
  /** Of the edges that tests name. */
  readonly chosen: readonly ChosenHost[];
  /** The files, as `dev` serves them. */
  readonly side: SideIndex;
  readonly answering: (url: string) => Promise<Responder>;
}
