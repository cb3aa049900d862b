import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { zipOf } from './zip-of.ts';

/** A file or folder that a run has published. */
export interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly runId: number;
  readonly headBranch: string;
  /** 1: the company's repository, 2: the fork. */
  readonly headRepositoryId: number;
  readonly folder: string;
}

/** As `GET /repos/{owner}/{repo}/actions/artifacts` lists it, newest first. */
export function artifactList(artifacts: readonly Artifact[], name: string | null): object {
  const found = artifacts.filter((each) => name === null || each.name === name).reverse();
  return { total_count: found.length, artifacts: found.map(artifactJson) };
}

function artifactJson({ id, name, runId, headBranch, headRepositoryId, folder }: Artifact): object {
  return {
    id,
    name,
    size_in_bytes: zipped(folder).length,
    expired: false,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString(),
    workflow_run: { id: runId, head_branch: headBranch, head_repository_id: headRepositoryId },
  };
}

export function zipped(folder: string): Buffer {
  const names = readdirSync(folder).filter((name) => statSync(path.join(folder, name)).isFile());
  return zipOf(Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name))])));
}
