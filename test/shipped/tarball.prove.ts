/** What leaves the process, with the package as npm packs and installs it. */
import { afterAll, beforeAll, describe } from 'vitest';
import { tarball, type Program } from './program.ts';
import { proxyJourneys } from './proxy-journeys.ts';
import { editorJourneys } from './editor-journeys.ts';
import { gitJourneys, postgresJourneys } from './store-journeys.ts';
import { tlsJourneys } from './tls-journeys.ts';

let program: Program;
beforeAll(() => {
  program = tarball();
});
afterAll(() => program.remove());

describe('proxies', () => proxyJourneys(() => program));
describe('TLS', () => tlsJourneys(() => program));
describe('git', () => gitJourneys(() => program));
describe('PostgreSQL', () => postgresJourneys(() => program));
describe('editors', () => editorJourneys(() => program));
