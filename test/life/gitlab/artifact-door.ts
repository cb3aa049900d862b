import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The pages of a project on GitLab that serve the artifacts of its newest jobs. */
export interface ArtifactDoor {
  readonly origin: string;
  /** By the name of a job: its files. */
  readonly artifacts: Map<string, Readonly<Record<string, string>>>;
  readonly close: () => Promise<void>;
}

export async function artifactDoor(project: string): Promise<ArtifactDoor> {
  const artifacts = new Map<string, Readonly<Record<string, string>>>();
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://door.invalid');
    const prefix = `/${project}/-/jobs/artifacts/main/raw/`;
    const found = artifacts.get(searchParams.get('job') ?? '')?.[pathname.slice(prefix.length)];
    const isFound = pathname.startsWith(prefix) && found !== undefined;
    outgoing.writeHead(isFound ? 200 : 404).end(isFound ? found : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    artifacts,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
