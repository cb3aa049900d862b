import type { Module } from '../field.ts';
import { enabled } from './enabled.ts';

export const websocketTcpConverter: Module = {
  shape: 'WebsocketTCPConverterModule',
  writeShape: 'WebsocketTCPConverterModule',
  title: 'websocket to TCP converter',
  doc: 'Turns a websocket connection into a plain TCP connection to the upstream.',
  section: '2.7',
  note: 'websocket-to-tcp',
  role: 'transforming',
  fields: { enabled },
};
