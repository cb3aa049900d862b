import type { SecretEcho } from '../../src/server/objects/secret-echo.ts';

/** A scenario file: the files on disk, the API, and the actions of a person, step by step. */
export interface Scenario {
  /** The shown behavior, in a sentence. */
  readonly title: string;
  /** A folder of the repository that is copied into the scenario's own folder first, such as examples/minimal. */
  readonly copy?: string;
  /** Contents of text files by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Starts the local API; its address and token are in the environment of every step. */
  readonly api?: ApiSetting;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly ScenarioStep[];
}

export interface ApiSetting {
  readonly token?: string;
  /** Path of a fixture in the scenario's folder. */
  readonly fixture?: string;
  /** The form in which secrets read back; default: in clear. */
  readonly secrets?: SecretEcho;
  /** A field that is absent from an update is reset. */
  readonly patchReplaces?: true;
}

/**
 * One step: the changes in the order below, then the command. Ids are written as in the recorded texts: `ep_<1>` is the
 * first endpoint that was seen.
 */
export interface ScenarioStep {
  readonly remove?: readonly string[];
  /** Replaces the first `before` by `after` in a file. */
  readonly edit?: { readonly file: string; readonly before: string; readonly after: string };
  readonly write?: Readonly<Record<string, string>>;
  /** Links, folders, pipes and binary or generated files, by path. */
  readonly place?: Readonly<Record<string, Placed>>;
  /** Arguments of git, run in the scenario's folder: `init`, `add resources/a.yaml`, `commit -m first`. */
  readonly git?: readonly string[];
  /** A change outside Edgewright, as in the dashboard. */
  readonly outside?: Outside;
  /** Responses in this step that replace those of the local API; the first that matches a request is used. */
  readonly api?: readonly ScriptedAnswer[];

  /** Arguments of the command line, split at spaces outside quotes. */
  readonly run?: string;
  /** Time of the step in seconds after the first one; default 0. */
  readonly later?: number;
  /** Additional environment variables for this step only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly stdin?: string;
  /** The answer of a person at the terminal to each question. */
  readonly types?: string;
  /** Without a person at the terminal. Otherwise a person answers `y`, or `types`. */
  readonly unattended?: boolean;
  /** SIGINT is sent once stdout contains this string and the requests below have been answered. */
  readonly interrupt?: string;
  /** Requests to the URL that stdout named: `GET /endpoints`, `POST /endpoints {"url": "…"}`. */
  readonly requests?: readonly string[];
  /** Runs the built executable with this limit of file sizes in KiB, as on a full disk. */
  readonly largestFile?: number;
  /** Number of lines of stdout to compare; default: all. */
  readonly head?: number;

  /** Expected exit code; default 0. */
  readonly exit?: number;
  /** Expected output; default: none. */
  readonly stdout?: string;
  readonly stderr?: string;
  readonly responses?: readonly string[];
  /** Expected after the step, by path: the text of a file, the names in a folder, or null if nothing exists. */
  readonly after?: Readonly<Record<string, string | readonly string[] | null>>;
}

export type Placed =
  | { readonly link: string }
  | { readonly base64: string }
  /** A file of the text repeated. */
  | { readonly repeat: string; readonly times: number }
  | 'folder'
  | 'fifo';

export type Outside =
  /** Changes the object of an address in the ledger. */
  | { readonly address: string; readonly change: Readonly<Record<string, unknown>> }
  | { readonly address: string; readonly remove: true }
  /** Adds an object that the ledger does not have; the first endpoint of a scenario is `ep_<1>` from then on. */
  | { readonly add: string; readonly spec: Readonly<Record<string, unknown>> };

export interface ScriptedAnswer {
  /** Method and path, where `*` matches any text: `GET /endpoints/*`. */
  readonly on: string;
  /** Number of requests to answer so; the local API answers later ones. */
  readonly times?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  /** Cuts the connection: `before` the request is carried out, or `after`, so that only the response is lost. */
  readonly cut?: 'before' | 'after';
}
