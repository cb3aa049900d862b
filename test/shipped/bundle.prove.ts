/** What leaves the process, with the bundle of dist/. */
import { describe } from 'vitest';
import { bundle } from './program.ts';
import { proxyJourneys } from './proxy-journeys.ts';
import { editorJourneys } from './editor-journeys.ts';
import { gitJourneys, postgresJourneys } from './store-journeys.ts';
import { tlsJourneys } from './tls-journeys.ts';

describe('proxies', () => proxyJourneys(() => bundle, ['refuses the user', 'closes the connection']));
describe('TLS', () => tlsJourneys(() => bundle));
describe('git', () => gitJourneys(() => bundle));
describe('PostgreSQL', () => postgresJourneys(() => bundle));
describe('editors', () => editorJourneys(() => bundle));
